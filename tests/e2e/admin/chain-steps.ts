import type { TestType } from 'playwright/test';
import { type AiStub, startAiStub } from '#tests/ai-stub/stub-server.ts';
import { startSite } from '../site/start-site.ts';
import { signIn } from '../support/sign-in.ts';
import { test as base, expect, type Page } from './admin-test.ts';
import { openChain, runStep, step } from './chain-page.ts';

export { expect } from './admin-test.ts';
export * from './chain-page.ts';

interface Workers {
  stub: AiStub;
}
interface Each {
  /** Opens the Chained Prompts tab as the signed-in owner. */
  openTab: (page?: Page) => Promise<void>;
}

type Extended<Base> = Base extends TestType<infer Test, infer Worker> ? TestType<Test & Each, Worker & Workers> : never;

/** Each worker has a stand-in provider and a site of its own that asks it. */
export const test: Extended<typeof base> = base.extend<Each, Workers>({
  stub: [
    async ({ browser: _ }, use) => {
      const stub = await startAiStub({ wordsAtOnce: 20 });
      await use(stub);
      await stub.close();
    },
    { scope: 'worker' },
  ],
  adminSite: [
    async ({ stub }, use) => {
      const site = await startSite([], {
        OPENAI_BASE_URL: stub.baseUrl,
        OPENAI_API_KEY: 'sk-the-tests',
        AI_PRICE_INPUT: '2.5',
        AI_PRICE_OUTPUT: '10',
      });
      await use({ url: site.url, dataFolder: site.dataFolder });
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  openTab: async ({ page, context, site, stub }, use) => {
    stub.reset();
    await signIn(context, site);
    await use((which = page) => openChain(which));
  },
});

/** The requests for text, in order. */
export const chats = (stub: AiStub) => stub.log.entries.filter(({ path }) => path === '/v1/chat/completions');
export const completed = (page: Page, number: number) =>
  expect(step(page, number).getByText('Completed', { exact: true })).toBeVisible();

/** Runs the steps one after the other, each until it is completed. */
export async function complete(page: Page, ...numbers: number[]): Promise<void> {
  for (const number of numbers) {
    await runStep(page, number);
    await completed(page, number);
  }
}
