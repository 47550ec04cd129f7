import { useMemo, useState } from 'react';
import type { PostSummary } from '#shared/contract/posts/post.ts';

export interface Selection {
  posts: readonly PostSummary[];
  has(id: number): boolean;
  toggle(post: PostSummary): void;
  /** Adds these posts to the chosen ones. */
  add(posts: readonly PostSummary[]): void;
  /** Chooses these posts in place of the former ones. */
  set(posts: readonly PostSummary[]): void;
  clear(): void;
}

/** Keeps the chosen posts, also those that have scrolled out of sight. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, PostSummary>>(new Map());
  return useMemo(
    () => ({
      posts: [...chosen.values()],
      has: (id) => chosen.has(id),
      toggle: (post) =>
        setChosen((before) => {
          const next = new Map(before);
          if (!next.delete(post.id)) next.set(post.id, post);
          return next;
        }),
      add: (posts) => setChosen((before) => new Map([...before, ...posts.map((post) => [post.id, post] as const)])),
      set: (posts) => setChosen(new Map(posts.map((post) => [post.id, post]))),
      clear: () => setChosen(new Map()),
    }),
    [chosen],
  );
}
