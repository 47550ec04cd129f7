import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { seedContent } from '#server/db/seed-content/index.ts';
import { projectRoot } from '#server/paths.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.ts';
import type { SitePost } from './content/site-post.ts';
import { startSite } from './site/start-site.ts';
import { content } from './support/content-field.ts';
import { signIn } from './support/sign-in.ts';

// node tests/e2e/site-screenshots.ts: takes the pictures of the reading site and the browser admin in docs/screenshots anew.
// It shows what is in dist: build first.

const WIDE = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
type Theme = 'light' | 'dark';

/** The welcome posts of a first start, the first of them featured, and some that have no picture. */
const welcome = seedContent.posts.map(
  (post, index): SitePost => ({
    ...post,
    category: post.categorySlug,
    tags: [...post.tags],
    picture: post.featuredImage,
    featured: index === 0,
    publishedAt: `2026-06-${String(28 - index).padStart(2, '0')}T08:00:00.000Z`,
    views: 1204 - 311 * index,
  }),
);
const shown: [title: string, excerpt: string, category: string, state?: 'featured' | 'draft'][] = [
  ['The slow kettle', 'Eleven minutes in which nobody can reach you.', 'mental-health', 'featured'],
  ['What the tide leaves', 'A walk at low water, and what it teaches about editing.', 'travel', 'featured'],
  ['A ledger of small repairs', 'What mending costs, what it saves, and who taught you.', 'finance', 'featured'],
  ['Nine rooms, one window', 'How a small flat in Lisbon gets by on borrowed light.', 'home-garden', 'draft'],
  ['Breathing for people who sit', 'Four exercises, none of which needs a mat.', 'health'],
  ['Notes from a quiet machine', 'A year with a computer that has no network.', 'technology'],
  ['The second apprenticeship', 'Changing trades at forty-one, told by five who did.', 'career'],
  ['Two people, one shed', 'Rules for sharing a workbench and staying friends.', 'relationships'],
];
const others = shown.map(
  ([title, excerpt, category, state], index): SitePost => ({
    slug: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    title,
    excerpt,
    category,
    content: `${excerpt}\n\n## How it began\n\nIt began with a list on the back of an envelope, and an afternoon of rain.\n`,
    publishedAt: `2026-06-${String(20 - index).padStart(2, '0')}T08:00:00.000Z`,
    published: state !== 'draft',
    featured: state === 'featured',
  }),
);

const site = await startSite([...welcome, ...others]);
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGUMENTS });
try {
  await readingSite(browser);
  await admin(browser);
} finally {
  await browser.close();
  await site.stop();
}

async function readingSite(browser: Browser): Promise<void> {
  const post = `/post/${welcome[1]?.slug}`;
  for (const [name, address, theme, viewport] of [
    ['home-light', '/', 'light', { ...WIDE, height: 1180 }],
    ['home-dark', '/', 'dark', { ...WIDE, height: 1180 }],
    ['post-light', post, 'light', { ...WIDE, height: 1180 }],
    ['home-phone-light', '/', 'light', PHONE],
    ['post-phone-dark', post, 'dark', PHONE],
  ] as const) {
    const page = await openPage(browser, viewport, theme);
    await page.goto(`${site.url}${address}`);
    await shoot(page, name);
    await page.context().close();
  }
}

async function admin(browser: Browser): Promise<void> {
  const page = await openPage(browser, WIDE, 'light');
  await signIn(page.context(), site);
  await page.goto(`${site.url}/admin`);
  await page.getByRole('article').first().waitFor();
  await shoot(page, 'admin-posts');

  await page.getByRole('article').nth(1).getByRole('link', { name: 'Edit', exact: true }).click();
  await content(page).waitFor();
  await content(page).evaluate((field) => field.scrollIntoView({ block: 'center' }));
  await shoot(page, 'admin-editor');
  await page.context().close();
}

async function openPage(browser: Browser, viewport: { width: number; height: number }, theme: Theme): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', locale: 'en-US' });
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  return context.newPage();
}

async function shoot(page: Page, name: string): Promise<void> {
  // What is still loading comes to rest.
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 82 })
    .toBuffer();
  await writeFile(path.join(projectRoot(), 'docs/screenshots', `${name}.webp`), picture);
}
