import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { projectRoot } from '#server/paths.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { market, runAll, step } from '#tests/e2e/admin/chain-page.ts';
import type { SitePost } from '#tests/e2e/content/site-post.ts';
import { OWNER } from '#tests/e2e/site/owner.ts';
import { startSite } from '#tests/e2e/site/start-site.ts';
import { content } from '#tests/e2e/support/content-field.ts';
import { buildDesktop } from '../../scripts/build-desktop.ts';
import { openNetwork } from './cut-network.ts';
import { startApp } from './desktop-app.ts';

// node tests/desktop/desktop-screenshots.ts: takes the screenshots of the desktop app in docs/screenshots anew.

const shown: [title: string, excerpt: string, category: string, day: number][] = [
  ['Nine rooms, one window', 'How a small flat in Lisbon gets by on borrowed light.', 'home-garden', 14],
  ['What the tide leaves', 'A walk along the flats at low water, and what it teaches about editing.', 'travel', 12],
  ['The slow kettle', 'Eleven minutes in which nobody can reach you.', 'lifestyle', 9],
  ['A ledger of small repairs', 'What mending costs, what it saves, and who taught you to do it.', 'business', 6],
  ['Breathing for people who sit', 'Four exercises, none of which needs a mat.', 'health', 4],
  ['Notes from a quiet machine', 'A year with a computer that has no network.', 'technology', 2],
];
const posts = shown.map(
  ([title, excerpt, category, day]): SitePost => ({
    slug: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    title,
    excerpt,
    category,
    content: `${excerpt}\n\n## How it began\n\nIt began with a list on the back of an envelope, and an afternoon of rain.\n\n- Look at it for a day before you touch it.\n- Keep the old part.\n- Write down what you did.`,
    publishedAt: `2026-06-${String(day).padStart(2, '0')}T08:00:00.000Z`,
    published: day !== 14,
    featured: day === 12,
  }),
);

const SIZE = { width: 1280, height: 800 };

async function shoot(page: Page, name: string): Promise<void> {
  // Short messages would cover the page, and anything that still moves or loads must come to rest.
  for (const toast of await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Close' })
    .all())
    await toast.click();
  await page.waitForTimeout(600);
  const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 82 })
    .toBuffer();
  await writeFile(path.join(projectRoot(), 'docs/screenshots', `desktop-${name}.webp`), picture);
}

buildDesktop();
const stub = await startAiStub({ delay: 15 });
const site = await startSite(posts, { OPENAI_BASE_URL: stub.baseUrl, OPENAI_API_KEY: 'sk-pictures' });
const network = await openNetwork(site.url.replace('localhost', '127.0.0.1'));
const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-pictures-'));
const app = await startApp({ folder });
try {
  const page = await app.page();
  await page.setViewportSize(SIZE);
  const address = page.getByLabel('Address of your server');
  await address.waitFor();
  await shoot(page, 'first-start');
  await address.fill(network.url);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('article').first().waitFor();
  await shoot(page, 'posts');

  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await market(page).fill('Women of forty who sit all day');
  await runAll(page).click();
  await step(page, 2).getByText('Completed', { exact: true }).waitFor();
  await step(page, 3).getByText('Processing...').waitFor();
  await step(page, 3).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await shoot(page, 'workflow');

  await page.getByRole('button', { name: 'Stop Auto-Run' }).click();
  await page.getByRole('tab', { name: 'Posts', exact: true }).click();
  await page.getByRole('article').first().getByRole('link', { name: 'Edit' }).click();
  await content(page).waitFor();
  network.cut();
  await page.getByText(/^Offline\./).waitFor({ timeout: 60_000 });
  await content(page).press('Control+End');
  await page.keyboard.type('\n- Written on the train, without a network.');
  await page.evaluate(() => window.scrollTo(0, 0));
  await shoot(page, 'offline');
} finally {
  await app.kill();
  await network.close();
  await site.stop();
  await stub.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
