import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { markView } from '../../browser/enhancer/view-choice.ts';
import { usePageControls } from '../../page-context.ts';
import type { Loadable } from '../../page-data.ts';
import { parsePageUrl } from '../../routes.ts';
import { type ListedPost, PAGE_SIZE } from '../../site-data.ts';
import { EmptyList } from '../empty-list.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { LoadError } from '../load-error.tsx';
import { AwaitedCards, SkeletonCards } from '../skeleton-cards.tsx';
import { LoadMore } from './load-more.tsx';
import { PostList, type ViewMode } from './post-list.tsx';

const VIEWS: { view: ViewMode; label: string; icon: IconName }[] = [
  { view: 'grid', label: 'Grid', icon: 'layout-grid' },
  { view: 'list', label: 'List', icon: 'rows-3' },
];

interface Page<T> {
  items: T[];
  total: number;
  next: string | null;
}

interface PostSectionProps<T> {
  title: string;
  list: Loadable<Page<T>>;
  /** Shown in the place of a list without posts. */
  empty: ReactNode;
  fetchMore: (cursor: string) => Promise<Page<T>>;
  onMore: (list: Page<T>) => void;
  /** Whether no picture stands above the list: then its first picture is fetched at once. */
  priority?: boolean;
  /** False where all its posts belong to one category. */
  kicker?: boolean;
  /** The view of the list for readers who have chosen nothing. */
  view?: ViewMode;
}

/** A long list under its heading, in every state: skeletons, failure, empty, posts and the links to more. */
export function PostSection<T extends ListedPost>({
  title,
  list,
  empty,
  fetchMore,
  onMore,
  priority = false,
  kicker = true,
  view = 'grid',
}: PostSectionProps<T>) {
  const { url } = usePageControls();
  const { page } = parsePageUrl(url);
  const section = useRef<HTMLElement>(null);
  // The room for more posts is reserved at the press: the content below does not move when they arrive.
  const [awaiting, setAwaiting] = useState<Page<T> | null>(null);
  const awaited = ({ items, total }: Page<T>) => Math.min(PAGE_SIZE, total - (page - 1) * PAGE_SIZE - items.length);

  // Waits for the frame in which the list is drawn with the added posts.
  const focusPost = (index: number) =>
    requestAnimationFrame(() => section.current?.querySelectorAll<HTMLElement>('.card-link')[index]?.focus());

  return (
    <section
      ref={section}
      id="posts"
      aria-labelledby="posts-title"
      aria-busy={list.state === 'loading' || undefined}
      className="page-width py-12 lg:py-16"
    >
      <div className="section-head">
        <div>
          <h2 id="posts-title">{title}</h2>
          {page > 1 && <PageOf page={page} list={list} />}
        </div>
        {(list.state !== 'ready' || list.value.items.length > 0) && <ViewToggle view={view} />}
      </div>
      {list.state === 'loading' && <SkeletonCards view={view} />}
      {list.state === 'failed' && <LoadError message={list.message} />}
      {list.state === 'ready' &&
        list.value.items.length === 0 &&
        (list.value.total === 0 ? (
          empty
        ) : (
          <EmptyList>
            <p>{`This list has no page ${page}.`}</p>
          </EmptyList>
        ))}
      {list.state === 'ready' && (
        <>
          {list.value.items.length > 0 && (
            <PostList
              posts={list.value.items}
              view={view}
              isChosen
              labelledBy="posts-title"
              priority={priority}
              kicker={kicker}
            >
              {awaiting === list.value && <AwaitedCards count={awaited(list.value)} />}
            </PostList>
          )}
          <LoadMore
            list={list.value}
            fetchMore={fetchMore}
            onAwait={(isAwaiting) => setAwaiting(isAwaiting ? list.value : null)}
            onMore={onMore}
            focusPost={focusPost}
          />
        </>
      )}
    </section>
  );
}

/** Says which page of a long list this is. */
function PageOf({ page, list }: { page: number; list: Loadable<{ total: number }> }) {
  const pages = list.state === 'ready' ? Math.ceil(list.value.total / PAGE_SIZE) : 0;
  return <p className="text-sm text-muted">{pages < page ? `Page ${page}` : `Page ${page} of ${pages}`}</p>;
}

/**
 * Chooses between cards and rows, by `browser/enhancer/view-choice.ts`. It needs JavaScript, and is not shown without
 * it.
 */
function ViewToggle({ view }: { view: ViewMode }) {
  useLayoutEffect(markView, []);
  return (
    <fieldset className="js-only segments">
      <legend className="sr-only">View</legend>
      {VIEWS.map(({ view: choice, label, icon }) => (
        <button key={choice} type="button" value={choice} className="segment" aria-pressed={view === choice}>
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
