import { FileText, Plus } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { PostSummary } from '#shared/contract/posts.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../../error-text.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { usePorts } from '../../ports-context.tsx';
import { useMarkdownFiles } from '../markdown-files/index.ts';
import { NEW_POST_ADDRESS } from '../post-address.ts';
import {
  type BulkChange,
  useBulkChange,
  useDeletePost,
  useDuplicatePost,
  useUndeletePost,
} from '../use-post-actions.ts';
import { BulkBar, bulkWords } from './bulk-bar.tsx';
import { isFiltered, noFilter, type PostFilter } from './post-filter.ts';
import { PostFilters } from './post-filters.tsx';
import type { LeftForm } from './return-to-row.ts';
import { UnsavedDrafts } from './unsaved-drafts.tsx';
import { fetchAllPosts, useFirstPage } from './use-post-pages.ts';
import { useSelection } from './use-selection.ts';
import { VirtualPosts } from './virtual-posts.tsx';

interface PostListProps {
  filter: PostFilter;
  onFilter: (filter: PostFilter) => void;
  /** The form that was left for the list: its post's row gets the focus. */
  left: RefObject<LeftForm | null>;
}

/** Every post as a card, with search, filters, and what can be done to one or several. */
export function PostList({ filter, onFilter, left }: PostListProps) {
  const selection = useSelection();
  const first = useFirstPage(filter);
  const { chooseFile } = useMarkdownFiles();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus rests here until the row of the post is there, and where there is none. On the row of another post the
  // next key could harm that post.
  useLayoutEffect(() => {
    if (left.current) heading.current?.focus({ preventScroll: true });
  }, [left]);
  const change = (next: PostFilter) => {
    selection.clear();
    onFilter(next);
  };

  return (
    <section aria-label="Blog posts">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="font-serif text-2xl font-medium">
          Posts
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button onClick={chooseFile} className="max-sm:px-2.5!">
            <FileText aria-hidden />
            <span className="max-sm:sr-only">Open Markdown File</span>
          </Button>
          <Link to={NEW_POST_ADDRESS} className={buttonClass('primary')}>
            <Plus aria-hidden />
            Create New Post
          </Link>
        </div>
      </div>
      <UnsavedDrafts isBin={filter.status === 'deleted'} />
      <PostFilters filter={filter} onChange={change} />
      {first.data ? (
        <FoundPosts
          filter={first.data.filter}
          total={first.data.total}
          selection={selection}
          onFilter={change}
          left={left}
        />
      ) : first.isError ? (
        <div className="mt-6">
          <LoadFailed error={first.error} onTryAgain={() => first.refetch()} />
        </div>
      ) : (
        <div className="mt-12 grid gap-3" role="status" aria-label="Loading posts">
          {[0, 1, 2, 3, 4].map((number) => (
            <Skeleton key={number} className="h-30" />
          ))}
        </div>
      )}
    </section>
  );
}

interface FoundPostsProps {
  filter: PostFilter;
  total: number;
  selection: ReturnType<typeof useSelection>;
  onFilter: (filter: PostFilter) => void;
  left: RefObject<LeftForm | null>;
}

const listChanges: readonly BulkChange[] = ['publish', 'unpublish', 'delete'];
const binChanges: readonly BulkChange[] = ['undelete'];

function FoundPosts({ filter, total, selection, onFilter, left }: FoundPostsProps) {
  const { api } = usePorts();
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useDeletePost();
  const undelete = useUndeletePost();
  const duplicate = useDuplicatePost();
  const bulk = useBulkChange(selection.clear);
  const [isSelecting, setIsSelecting] = useState(false);
  const isBin = filter.status === 'deleted';
  const selectAll = async () => {
    setIsSelecting(true);
    try {
      selection.set(await fetchAllPosts(api, filter));
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    } finally {
      setIsSelecting(false);
    }
  };

  const askAndDelete = async (post: PostSummary) => {
    const title = 'Are you sure you want to delete this post?';
    const description = `"${post.title}" goes to the bin and can be taken out again for 30 days.`;
    if (await confirm({ title, description, confirm: 'Delete', isDangerous: true })) remove.mutate(post);
  };
  const changeSelected = async (change: BulkChange) => {
    const { posts } = selection;
    const which = posts.length === 1 ? 'this post' : `these ${posts.length} posts`;
    const title = `Are you sure you want to ${change} ${which}?`;
    const isDangerous = change === 'delete';
    const description = isDangerous ? 'What goes to the bin can be taken out again for 30 days.' : undefined;
    // Restoring from the bin loses nothing, so it needs no question.
    if (change === 'undelete' || (await confirm({ title, description, confirm: bulkWords[change], isDangerous })))
      bulk.mutate({ change, posts });
  };

  if (total === 0) {
    return (
      <div className="mt-6">
        <EmptyState title={emptyTitle(filter)}>
          {isFiltered(filter) ? (
            <Button className="mt-4" onClick={() => onFilter(noFilter)}>
              Show all posts
            </Button>
          ) : (
            <p>Create a post to begin with.</p>
          )}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="my-3 flex min-h-9 flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <p role="status">{total === 1 ? '1 post' : `${total.toLocaleString('en-US')} posts`}</p>
        {isBin && <p className="max-sm:order-1 max-sm:w-full">What is in the bin goes for good after 30 days.</p>}
        <Button variant="plain" size="sm" disabled={isSelecting} onClick={selectAll}>
          {total === 1 ? 'Select it' : `Select all ${total.toLocaleString('en-US')}`}
        </Button>
      </div>
      <VirtualPosts
        key={JSON.stringify(filter)}
        filter={filter}
        total={total}
        selection={selection}
        onDelete={askAndDelete}
        onUndelete={undelete.mutate}
        onDuplicate={duplicate.mutate}
        onPublish={(post, published) => bulk.mutate({ change: published ? 'publish' : 'unpublish', posts: [post] })}
        left={left}
        bar={
          selection.posts.length > 0 && (
            <BulkBar
              count={selection.posts.length}
              changes={isBin ? binChanges : listChanges}
              isPending={bulk.isPending}
              onChange={changeSelected}
              onClear={selection.clear}
            />
          )
        }
      />
    </>
  );
}

function emptyTitle(filter: PostFilter): string {
  if (filter.status === 'deleted' && filter.search.trim() === '') return 'The bin is empty';
  return isFiltered(filter) ? 'No posts match' : 'No posts yet';
}
