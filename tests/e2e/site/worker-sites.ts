import { test as base } from 'playwright/test';
import { type AiStub, startAiStub } from '#tests/ai-stub/stub-server.ts';
import type { SitePost } from '../content/site-post.ts';
import type { Site } from './sites.ts';
import { type StartedSite, startSite } from './start-site.ts';

/** What the admin's site begins with: posts an admin test finds; what it changes it makes itself. */
export const ADMIN_POSTS: SitePost[] = [
  {
    slug: 'live-one',
    title: 'A Live Post',
    excerpt: 'It is there for everyone.',
    content: 'Words that are live.',
    category: 'technology',
    publishedAt: '2026-01-01T10:00:00.000Z',
    tags: ['reading', 'paper'],
    featured: true,
    picture: 'paper-boat.jpg',
  },
  {
    slug: 'draft-one',
    title: 'A Draft',
    excerpt: 'Nobody sees it yet.',
    content: 'Words that wait.',
    category: 'travel',
    publishedAt: '2026-01-02T10:00:00.000Z',
    published: false,
  },
  {
    slug: 'scheduled-one',
    title: 'A Scheduled Post',
    excerpt: 'It comes later.',
    content: 'Words to come.',
    category: 'travel',
    publishedAt: '2099-01-01T10:00:00.000Z',
  },
];

export interface WorkerSites {
  adminSite: Site;
  /** The stand-in for the AI provider, and a site without posts that asks it. */
  stub: AiStub;
  chainSite: Site;
}

/**
 * What each worker may have of its own, since tests write to it: started by the first test that asks for it. All specs
 * begin with these, so that a worker goes on from the reading site's to the admin's: one whose tests have other
 * fixtures of the worker begins anew, with modules and a browser of its own.
 */
export const test = base.extend<object, WorkerSites>({
  adminSite: [
    async ({ browser: _ }, use) => {
      const site = await startSite(ADMIN_POSTS);
      await use(addressOf(site));
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  stub: [
    async ({ browser: _ }, use) => {
      const stub = await startAiStub({ wordsAtOnce: 20 });
      await use(stub);
      await stub.close();
    },
    { scope: 'worker' },
  ],
  chainSite: [
    async ({ stub }, use) => {
      const site = await startSite([], {
        OPENAI_BASE_URL: stub.baseUrl,
        OPENAI_API_KEY: 'sk-the-tests',
        AI_PRICE_INPUT: '2.5',
        AI_PRICE_OUTPUT: '10',
      });
      await use(addressOf(site));
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const addressOf = ({ url, dataFolder }: StartedSite): Site => ({ url, dataFolder });
