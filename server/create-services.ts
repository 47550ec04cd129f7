import type { FastifyBaseLogger } from 'fastify';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import { createSmtpMailer } from './adapters/mailer.ts';
import { argon2Passwords } from './adapters/passwords.ts';
import type { AppOptions } from './app.ts';
import type { PageCache } from './http/page-cache.ts';
import { rerenderOldPosts } from './jobs/rerender-posts.ts';
import { pictureRecords } from './repositories/images.ts';
import { addViews } from './repositories/posts.ts';
import type { SearchAnswer, SearchRequest } from './repositories/search-index.ts';
import { createAuthService } from './services/auth.ts';
import { createAuthorService } from './services/authors.ts';
import { createCategoryService } from './services/categories.ts';
import { createContactService } from './services/contact.ts';
import { createContentService } from './services/content.ts';
import type { Services } from './services/index.ts';
import { createPostService } from './services/posts.ts';
import { createSearchService } from './services/search.ts';
import { createTagService } from './services/tags.ts';
import { createViewCounter } from './services/views.ts';
import type { MarkdownRequest } from './workers/render-markdown.ts';
import { createWorkerClient } from './workers/worker-client.ts';

/** The number of views in a kept page may be this old, in milliseconds (design §6). */
const VIEWS_MAY_LAG = 60_000;

/** Every service with its adapters; the second half of the composition root. */
export function createServices(options: AppOptions & { cache: PageCache; log: FastifyBaseLogger }): Services {
  const { config, clock, database, cache, log } = options;
  const { db } = database;
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);

  const searchWorker = createWorkerClient<SearchRequest, SearchAnswer>({
    name: 'search',
    workerData: { file: database.sqlite.name },
    timeoutMs: 5000,
    timeoutCode: 'overloaded',
    maxQueue: 200,
  });
  const markdownWorker = createWorkerClient<MarkdownRequest, RenderedContent>({
    name: 'markdown',
    timeoutMs: 2000,
    timeoutCode: 'content_too_complex',
    maxQueue: 100,
  });
  const mailTo = config.CONTACT_TO ?? config.CONTACT_SUPPORT_EMAIL;
  const mailer = config.SMTP_URL ? createSmtpMailer(config.SMTP_URL, mailTo) : undefined;

  const content = createContentService({
    worker: markdownWorker,
    pictureSizes: async (addresses) => Object.fromEntries(await pictureRecords(db, addresses)),
  });
  const contact = createContactService({
    db,
    clock,
    mail: mailer && { mailer, to: mailTo },
    siteName: config.SITE_NAME,
    onMailError: failed('a contact message is stored but could not be mailed'),
  });
  const views = createViewCounter({
    clock,
    store: async (readings) => {
      for (const slug of await addViews(db, readings)) {
        cache.expireWithin(`/post/${encodeURIComponent(slug)}`, VIEWS_MAY_LAG);
      }
    },
    onError: failed('views could not be written; they are kept and tried again'),
  });
  const stopRerendering = rerenderOldPosts({
    db,
    content,
    onChange: () => cache.invalidate(),
    onError: (error, post) => log.error({ err: error, postId: post.id }, 'a post could not be rendered anew'),
  });

  return {
    auth: createAuthService({ db, passwords: argon2Passwords }),
    posts: createPostService({ db, clock }),
    categories: createCategoryService({ db, clock }),
    tags: createTagService({ db, clock }),
    authors: createAuthorService({ db }),
    search: createSearchService({ db, clock, worker: searchWorker }),
    contact,
    content,
    views,
    async close() {
      await stopRerendering();
      await views.close();
      await contact.settled();
      mailer?.close();
      await Promise.all([searchWorker.close(), markdownWorker.close()]);
    },
  };
}
