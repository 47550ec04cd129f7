import { type MouseEvent, useState } from 'react';
import { FAILURES } from '../../loader.ts';
import { usePageControls } from '../../page-context.ts';
import { listPagePath, pageQuery, parsePageUrl } from '../../routes.ts';
import type { ListedPost } from '../../site-data.ts';
import { PageNumberLinks } from './page-number-links.tsx';

interface Page<T> {
  items: T[];
  total: number;
  next: string | null;
}

interface LoadMoreProps<T> {
  list: Page<T>;
  /** Fetches the posts that follow `cursor`. */
  fetchMore: (cursor: string) => Promise<Page<T>>;
  /** Called when a fetch of more posts begins (true), and when it has failed (false). */
  onAwait: (isAwaiting: boolean) => void;
  /** Receives the list with the fetched posts at its end. */
  onMore: (list: Page<T>) => void;
  /** Moves the focus to the first post that was added. */
  focusPost: (index: number) => void;
}

/** The continuation of a long list: links between its pages, or, with JavaScript, more posts in place. */
export function LoadMore<T extends ListedPost>({ list, fetchMore, onAwait, onMore, focusPost }: LoadMoreProps<T>) {
  const { url, writer } = usePageControls();
  const request = parsePageUrl(url);
  const [pages, setPages] = useState(1);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [added, setAdded] = useState(0);
  const [path = '/'] = url.split('?');
  // The pages of a published list are files, each of which holds its posts; a search is made in the browser.
  const isOfFiles = writer !== '' && request.screen !== 'search';
  const linkTo = (page: number) =>
    `${isOfFiles ? listPagePath(path, page, true) : path + pageQuery({ ...request, page })}#posts`;
  // After the end of a list, the page before this one may be empty too.
  const newer = list.items.length > 0 ? request.page - 1 : 1;

  async function loadMore(event: MouseEvent, cursor: string) {
    event.preventDefault();
    if (state === 'loading') return;
    setState('loading');
    onAwait(true);
    try {
      const more = await fetchMore(cursor);
      const known = new Set(list.items.map((post) => post.id));
      const fresh = more.items.filter((post) => !known.has(post.id));
      onMore({ items: [...list.items, ...fresh], total: more.total, next: more.next });
      setPages((count) => count + 1);
      setAdded(fresh.length);
      setState('idle');
      focusPost(list.items.length);
    } catch (error) {
      console.warn('More posts could not be fetched', error);
      onAwait(false);
      setState('failed');
    }
  }

  return (
    <nav aria-label="More posts" className="mt-14 flex flex-wrap items-center justify-center gap-4 empty:mt-0">
      {request.page > 1 && (
        <a className="button button-quiet" rel="prev" href={linkTo(newer)}>
          Newer posts
        </a>
      )}
      {list.next !== null && (
        <a
          className="button button-quiet"
          rel="next"
          href={linkTo(request.page + pages)}
          aria-disabled={state === 'loading' || undefined}
          onClick={(event) => list.next !== null && !isOfFiles && loadMore(event, list.next)}
        >
          {state === 'loading' ? 'Loading...' : 'Load more posts'}
        </a>
      )}
      <PageNumberLinks total={list.total} current={request.page} linkTo={linkTo} />
      <p role="status" className={state === 'failed' ? 'w-full text-center text-danger' : 'sr-only'}>
        {state === 'failed' ? FAILURES.latest : ''}
        {state === 'idle' && added > 0 ? `${added} more posts. ${list.items.length} of ${list.total} shown.` : ''}
      </p>
    </nav>
  );
}
