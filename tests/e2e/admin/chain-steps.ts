import type { AiStub } from '#tests/ai-stub/stub-server.ts';
import { signIn } from '../support/sign-in.ts';
import { test as base, expect, type Page } from './admin-test.ts';
import { openChain, runStep, step } from './chain-page.ts';

export { expect } from './admin-test.ts';
export * from './chain-page.ts';

interface Each {
  /** Opens the Chained Prompts tab as the signed-in owner. */
  openTab: (page?: Page) => Promise<void>;
}

/** Each worker has a stand-in provider, and a site of its own that uses it. */
export const test = base.extend<Each>({
  site: async ({ chainSite }, use) => use(chainSite),
  openTab: async ({ page, context, site, stub }, use) => {
    stub.reset();
    await signIn(context, site);
    await use((which = page) => openChain(which));
  },
});

/** Returns the requests for text, in order. */
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
