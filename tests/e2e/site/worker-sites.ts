import { test as base } from 'playwright/test';
import { type AiStub, startAiStub } from '#tests/ai-stub/stub-server.ts';
import { ADMIN_POSTS } from '../content/admin-posts.ts';
import type { Site } from './sites.ts';
import { type StartedSite, startSite } from './start-site.ts';

export interface WorkerSites {
  adminSite: Site;
  /** The stand-in for the AI provider, and a site without posts that uses it. */
  stub: AiStub;
  chainSite: Site;
}

/**
 * The sites that each worker may have, since tests write to them; each is started by the first test that requests it.
 * All specs start from these fixtures, so that a worker can continue from the reading site's specs to the admin's: a
 * worker whose tests have different worker fixtures starts again, with its own modules and browser.
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
