import type { Config } from '#server/config.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { SearchAnswer, SearchRequest } from '#server/repositories/search/search-index.ts';
import { createAuthorService } from '#server/services/authors.ts';
import { BackupFault } from '#server/services/backup/backup-fault.ts';
import type { RenderEveryPage } from '#server/services/backup/prove-backup.ts';
import { createCategoryService } from '#server/services/categories.ts';
import type { LongWrites } from '#server/services/long-writes.ts';
import { createPostService } from '#server/services/posts/posts.ts';
import { createSearchService } from '#server/services/search.ts';
import { createSettingsService } from '#server/services/settings.ts';
import { createTagService } from '#server/services/tags.ts';
import { categoryPath, postPath } from '#server/site/routes.ts';
import { landingPages } from '#server/site/server/landing/landing-pages.ts';
import { defaultSettings, siteInfoOf } from '#server/site-info.ts';
import { createWorkerClient } from '#server/workers/worker-client.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { listAddresses } from './list-addresses.ts';
import type { SiteRenderer } from './render-page.ts';
import { serverSiteData } from './server-site-data.ts';

/** The most pages that are named when some could not be rendered. */
const MOST_NAMED = 10;

export interface RenderEveryPageOptions {
  config: Config;
  site: SiteRenderer;
  clock: Clock;
  /**
   * Called after each page with the number of pages rendered so far, the number of all pages, and the address of this
   * one.
   */
  onPage?: (done: number, total: number, url: string) => void;
}

/** Renders every page of a database that a reader can reach, with the site's own services and renderer. */
export function createRenderEveryPage(options: RenderEveryPageOptions): RenderEveryPage {
  const { config, site, clock, onPage } = options;
  return async (database, signal) => {
    const { db } = database;
    const services = readingServices(database, clock);
    const settings = createSettingsService({ db, clock, defaults: defaultSettings(config), tell: () => undefined });
    const info = siteInfoOf(config, await settings.get());
    const assets = await site.assets();
    const data = serverSiteData(services, 'reader');
    const faults: string[] = [];
    const posts = await services.posts.addresses();
    const categories = await services.categories.plain();
    const addresses = [
      ...['/', '/about', '/privacy', '/terms', '/contact', '/follow', '/search'],
      ...landingPages.map(({ path }) => path),
      // Including empty categories.
      ...new Set([...categories.map(({ slug }) => categoryPath(slug)), ...(await listAddresses(services))]),
      ...posts.map(({ slug }) => postPath(slug)),
    ];
    for (const [index, url] of addresses.entries()) {
      signal?.throwIfAborted();
      const fail = (what: unknown) => faults.push(`${url}: ${what instanceof Error ? what.message : what}`);
      try {
        const now = new Date(clock.now());
        const { status } = await site.render({ url, data, info, assets, owner: false, now, onError: fail });
        if (status !== 200) fail(`answered ${status}`);
      } catch (error) {
        fail(error);
      }
      onPage?.(index + 1, addresses.length, url);
      // Lets the signal arrive: rendering a page blocks other events.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await services.close();
    if (faults.length > 0)
      throw new BackupFault(
        `${faults.length} of ${addresses.length} pages cannot be rendered:\n  ${faults.slice(0, MOST_NAMED).join('\n  ')}`,
      );
    return addresses.length;
  };
}

function readingServices({ db, sqlite }: OpenDatabase, clock: Clock) {
  // This worker never starts its thread: only a search for words starts it, and the search page that is rendered here
  // is empty.
  const worker = createWorkerClient<SearchRequest, SearchAnswer>({
    name: 'search',
    workerData: { file: sqlite.name },
    timeoutMs: 5000,
    timeoutCode: 'overloaded',
    maxQueue: 1,
  });
  const tell = () => undefined;
  const longWrites: LongWrites = { run: () => Promise.reject(new Error('Rendering a page writes nothing')) };
  return {
    posts: createPostService({ db, clock }),
    categories: createCategoryService({ db, clock, tell }),
    authors: createAuthorService({ db, clock, tell }),
    tags: createTagService({ db, clock, longWrites, tell }),
    search: createSearchService({ db, clock, worker }),
    close: () => worker.close(),
  };
}
