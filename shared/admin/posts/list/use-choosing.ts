import { useRef, useState } from 'react';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../../error-text.ts';
import { usePorts } from '../../ports-context.tsx';
import type { PostFilter } from './post-filter.ts';
import { fetchAllPosts } from './use-post-pages.ts';
import type { Selection } from './use-selection.ts';

/** Chooses posts of a list: one, all from the last chosen one to another, or all posts. */
export function useChoosing(filter: PostFilter, selection: Selection) {
  const { api } = usePorts();
  const toast = useToast();
  const [isFetching, setIsFetching] = useState(false);
  const last = useRef<number | null>(null);
  const withAll = async (use: (posts: readonly PostSummary[]) => void) => {
    setIsFetching(true);
    try {
      use(await fetchAllPosts(api, filter));
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    } finally {
      setIsFetching(false);
    }
  };
  return {
    isFetching,
    all: () => withAll(selection.set),
    toggle(post: PostSummary, isRange: boolean) {
      const from = last.current;
      last.current = post.id;
      if (!isRange || from === null || from === post.id) {
        selection.toggle(post);
        return;
      }
      selection.add([post]);
      // The posts in between may not have been fetched yet.
      void withAll((posts) => selection.add(between(posts, from, post.id)));
    },
  };
}

/** Returns the posts from one to another, both included, in either direction; none when one of the two is missing. */
export function between(posts: readonly PostSummary[], from: number, to: number): readonly PostSummary[] {
  const [first = -1, last = -1] = [from, to]
    .map((id) => posts.findIndex((post) => post.id === id))
    .sort((one, other) => one - other);
  return first < 0 ? [] : posts.slice(first, last + 1);
}
