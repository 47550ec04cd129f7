import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright/test';
import { projectRoot, SEED_PICTURES } from '#server/paths.ts';
import { content, contentText, fillContent } from '#tests/e2e/support/content-field.ts';
import { answerDialogs, chooseMenu, connectAndSignIn, expect, type Page, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => {
  faults.allow(/status of 401/);
  // The browser reports each request that found no server.
  faults.allow(/Failed to load resource/);
});

const PICTURE = path.join(projectRoot(), SEED_PICTURES, 'nine-squares.jpg');
const HERE = 'On this computer, sent when the network is back';
const waiting = (page: Page) => page.getByRole('region', { name: /^Waiting to be sent/ });
const pictures = (page: Page) => page.getByRole('region', { name: /^Pictures waiting to be sent/ });
const isLoaded = (page: Page) =>
  content(page)
    .locator('.cm-picture img')
    .evaluate((picture) => (picture as HTMLImageElement).naturalWidth > 0);

async function paste(page: Page, bytes: Buffer): Promise<void> {
  await content(page).evaluate((field, file) => {
    const clipboardData = new DataTransfer();
    const data = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([data], 'sea.jpg', { type: 'image/jpeg' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, bytes.toString('base64'));
}

test('pictures given without a network are seen at once, wait through quit and start, and go before the post that shows them', {
  tag: '@long',
}, async ({ start, network, site }) => {
  const first = await start();
  const page = await connectAndSignIn(first, network.url);
  network.cut();
  await chooseMenu(first, 'new-post');
  await page.getByLabel('Title', { exact: true }).fill('Seen from the train');
  await page.getByLabel('Excerpt').fill('What it is about.');
  await fillContent(page, 'The sea, from a window.');
  await paste(page, await readFile(PICTURE));
  await page.getByLabel('What does this picture show?').fill('The sea');
  await page.getByRole('button', { name: 'Use as alt text' }).click();
  await expect.poll(() => contentText(page)).toMatch(/!\[The sea\]\(\/uploads\/waiting-[0-9a-f-]{36}\)/);
  await page.getByLabel('Title', { exact: true }).focus();
  await expect(content(page).getByText(HERE)).toBeVisible();
  await expect.poll(() => isLoaded(page)).toBe(true);
  await page.getByLabel('Featured image file').setInputFiles(PICTURE);
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/uploads\/waiting-/);
  await page.getByRole('button', { name: 'Create Post' }).click();
  await expect(page.getByText(/Waiting: sent with its pictures/)).toBeVisible();
  // In a window of 800 × 600 the message about the waiting save fits on one row, so that the bar leaves room for the
  // text.
  await page.setViewportSize({ width: 800, height: 545 });
  const topOf = async (control: Locator) => (await control.boundingBox())?.y ?? 0;
  const again = page.getByRole('button', { name: 'Try again' });
  await expect
    .poll(async () => (await topOf(page.getByRole('button', { name: 'Create Post' }))) - (await topOf(again)))
    .toBeLessThan(45);
  await expect
    .poll(async () => Math.abs((await topOf(again)) - (await topOf(page.getByText('Publishes now')))))
    .toBeLessThan(20);
  // The same window at 200 %: the button that saves is visible wherever the page is scrolled.
  await page.setViewportSize({ width: 400, height: 272 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('button', { name: 'Create Post' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await answerDialogs(first, 0);
  await first.quit();

  const second = await start();
  const offline = await second.page();
  await expect(pictures(offline)).toContainText('On this computer, sent when the network is back.');
  // In a low window each box of waiting things is one line that opens, so that the list stays visible.
  await offline.setViewportSize({ width: 800, height: 545 });
  await expect(pictures(offline)).not.toContainText('On this computer, sent when the network is back.');
  for (const box of [waiting(offline), pictures(offline)])
    await expect.poll(async () => (await box.boundingBox())?.height).toBeLessThan(50);
  await pictures(offline).getByRole('heading').click();
  await expect(pictures(offline)).toContainText('On this computer, sent when the network is back.');
  await offline.setViewportSize({ width: 1280, height: 800 });
  await waiting(offline).getByRole('link', { name: 'Open Seen from the train' }).click();
  await expect(content(offline).getByText(HERE)).toBeVisible();
  await expect.poll(() => isLoaded(offline)).toBe(true);
  await answerDialogs(second, 0);
  await second.quit();

  network.mend();
  const third = await (await start()).page();
  await expect(third.getByText('Blog post created successfully!', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(pictures(third)).toHaveCount(0);
  await expect(waiting(third)).toHaveCount(0);
  const stored = await third.evaluate(async () => {
    const [{ id }] = await (await fetch('/api/posts?q=train')).json();
    return (await fetch(`/api/posts/by-id/${id}`)).json();
  });
  const [, address] = /!\[The sea\]\((\/uploads\/[0-9a-f]{24}\.jpg)\)/.exec(stored.content) ?? [];
  for (const url of [address, stored.featuredImage]) expect((await fetch(`${site.url}${url}`)).status).toBe(200);
});
