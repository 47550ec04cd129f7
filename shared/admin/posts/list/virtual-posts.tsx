import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { stickyBottom } from '#shared/ui/sticky-bar.ts';
import { PartlyLoaded } from '../../partly-loaded.tsx';
import { useWaitingWords } from '../waiting/index.ts';
import { PostCard, type PostCardActions } from './post-card.tsx';
import type { PostFilter } from './post-filter.ts';
import { type LeftForm, postRowId, useReturnToRow } from './return-to-row.ts';
import { PAGE_SIZE, useFirstPage, usePages } from './use-post-pages.ts';
import type { Selection } from './use-selection.ts';

/** The height of a card and the space under it before it is measured, in pixels. */
const ROW_HEIGHT = 133;
const OVERSCAN = 6;

interface VirtualPostsProps extends PostCardActions {
  filter: PostFilter;
  total: number;
  selection: Selection;
  onToggle: (post: PostSummary, isRange: boolean) => void;
  /** The actions on the selection; they stay in sight while the list scrolls. */
  bar: ReactNode;
  /** The form that was left for the list: the row of its post gets the focus. */
  left: RefObject<LeftForm | null>;
}

/**
 * The list itself: however many posts there are, only those near the window are drawn, and only their pages are
 * fetched.
 */
export function VirtualPosts({ filter, total, selection, onToggle, bar, left, ...actions }: VirtualPostsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  // The list begins below a frame whose height only the browser knows.
  useLayoutEffect(() => {
    if (list.current) setOffset(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  const visible = rows.getVirtualItems();
  const { pages, failure, tryAgain } = usePages(filter, visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0);
  // A post that was just made is the first of the list, however far down the list was left.
  const first = useFirstPage(filter);
  const waiting = useWaitingWords();
  useReturnToRow(left, {
    reveal(postId) {
      const index = first.data?.items.findIndex(({ id }) => id === postId) ?? -1;
      if (index >= 0) rows.scrollToIndex(index);
      return index >= 0;
    },
    isSettled: !first.isFetching,
  });

  return (
    <>
      <ul ref={list} aria-label="Posts" className="relative" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const post = pages.get(Math.floor(index / PAGE_SIZE) + 1)?.items[index % PAGE_SIZE];
          return (
            <li
              key={post?.id ?? `row-${index}`}
              id={post && postRowId(post.id)}
              data-index={index}
              ref={rows.measureElement}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 pb-3"
              style={{ transform: `translateY(${start - offset}px)` }}
            >
              {post ? (
                <PostCard
                  post={post}
                  waiting={waiting.get(post.id)}
                  isSelected={selection.has(post.id)}
                  onToggle={onToggle}
                  {...actions}
                />
              ) : (
                <Skeleton className="h-30" />
              )}
            </li>
          );
        })}
      </ul>
      {(failure || bar) && (
        <div ref={stickyBottom} className="sticky bottom-4 z-10 mt-4 grid gap-2">
          {failure && (
            <div className="rounded-md shadow-xl">
              <PartlyLoaded what="list" error={failure} onTryAgain={tryAgain} />
            </div>
          )}
          {bar}
        </div>
      )}
    </>
  );
}
