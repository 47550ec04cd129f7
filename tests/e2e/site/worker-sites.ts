import { test as base } from 'playwright/test';
import { type AiStub, startAiStub } from '#tests/ai-stub/stub-server.ts';
import { ADMIN_POSTS } from '../content/admin-posts.ts';
import type { Site } from './sites.ts';
import { type StartedSite, startSite } from './start-site.ts';

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
