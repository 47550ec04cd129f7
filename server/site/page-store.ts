import { failedPage, hasFailed, loadingPage, loadPage } from './loader.ts';
import type { PageData } from './page-data.ts';
import type { SiteData } from './site-data.ts';

/**
 * The pages of a visit, by address. Nothing in it becomes stale, and nothing is fetched twice unless the reader asks.
 */
export interface PageStore {
  /** Returns the page as loaded so far; a page that was never asked for is all skeletons. */
  read: (url: string) => PageData;
  /** Whether the page has loaded completely. */
  isReady: (url: string) => boolean;
  subscribe: (listener: () => void) => () => void;
  /**
   * Must be called when the reader comes to this address: fetches the page unless it is here or being fetched. A failed
   * part is tried again.
   */
  visit: (url: string) => void;
  /** Must be called when the reader may come to this address: fetches the page if it was never asked for. */
  prepare: (url: string) => void;
  /** Fetches the page again. */
  reload: (url: string) => void;
  update: (url: string, page: PageData) => void;
}

interface PageStoreInput {
  initial: { url: string; page: PageData };
  /** Null on the server, where the initial page is all there is. */
  data: SiteData | null;
  onError: (error: unknown) => void;
  /** Whether a fetch has failed because an edge in front cannot reach the server. */
  isAway?: (error: unknown) => boolean;
  /** Opens the page at which the reader is as a document: an edge may have it when the server is away. */
  openDocument?: () => void;
}

/** Creates the store of one visit, with the page that came from the server. */
export function createPageStore({ initial, data, onError, isAway, openDocument }: PageStoreInput): PageStore {
  const pages = new Map<string, PageData>([[initial.url, initial.page]]);
  const running = new Map<string, symbol>();
  const listeners = new Set<() => void>();
  let current = initial.url;

  function update(url: string, page: PageData): void {
    pages.set(url, page);
    for (const listener of listeners) listener();
  }

  function read(url: string): PageData {
    const known = pages.get(url);
    if (known) return known;
    const page = loadingPage(url);
    pages.set(url, page);
    return page;
  }

  async function load(url: string, source: SiteData): Promise<void> {
    const attempt = Symbol(url);
    running.set(url, attempt);
    const put = (page: PageData) => {
      // When a later attempt has begun, the answer of an earlier one is stale.
      if (running.get(url) === attempt) update(url, page);
    };
    let hasServer = true;
    const fail = (error: unknown) => {
      if (isAway?.(error)) hasServer = false;
      onError(error);
    };
    try {
      put(await loadPage(url, source, { report: put, onError: fail }));
    } catch (error) {
      fail(error);
      put(failedPage(read(url)));
    } finally {
      if (running.get(url) === attempt) running.delete(url);
    }
    if (!hasServer && url === current) openDocument?.();
  }

  return {
    read,
    update,
    isReady: (url) => !isLoading(read(url)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    visit(url) {
      if (url === current) return;
      current = url;
      const page = pages.get(url);
      const isWanting = !page || isLoading(page) || hasFailed(page);
      if (!data || running.has(url) || !isWanting) return;
      if (page && hasFailed(page)) update(url, loadingPage(url));
      void load(url, data);
    },
    prepare(url) {
      if (data && !pages.has(url) && !running.has(url)) void load(url, data);
    },
    reload(url) {
      if (!data) return;
      update(url, loadingPage(url));
      void load(url, data);
    },
  };
}

function isLoading(page: PageData): boolean {
  return Object.values(page).some((part) => typeof part === 'object' && part !== null && part.state === 'loading');
}
