import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { seedContent } from '#server/db/seed-content/index.ts';
import { projectRoot } from '#server/paths.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.ts';
import { market, noAutoPublish, runAll, step } from './admin/chain-page.ts';
import type { SitePost } from './content/site-post.ts';
import { startSite } from './site/start-site.ts';
import { content } from './support/content-field.ts';
import { signIn } from './support/sign-in.ts';

// node tests/e2e/site-screenshots.ts: takes the pictures of the reading site and the browser admin in docs/screenshots
// again; followed by the name of a part (reading, admin, ai), only the pictures of that part. They show what is in
// dist: build first.

const WIDE = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
type Theme = 'light' | 'dark';

/** The welcome posts of a first start, the first of them featured, and some without a picture. */
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

const parts: Record<string, (browser: Browser) => Promise<void>> = { reading: readingSite, admin, ai };
const [only] = process.argv.slice(2);
const stub = await startAiStub({ wordsAtOnce: 20 });
const site = await startSite([...welcome, ...others], {
  ...{ OPENAI_BASE_URL: stub.baseUrl, OPENAI_API_KEY: 'sk-pictures' },
  ...{ AI_PRICE_INPUT: '2.5', AI_PRICE_OUTPUT: '10', AI_MONTHLY_LIMIT_USD: '20' },
});
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGUMENTS });
try {
  for (const [name, draw] of Object.entries(parts)) if (only === undefined || only === name) await draw(browser);
} finally {
  await browser.close();
  await site.stop();
  await stub.close();
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

/**
 * Takes the pictures of help inside a post, a batch, a prompt tried on past runs, and a run on a phone in the dark
 * theme.
 */
async function ai(browser: Browser): Promise<void> {
  const page = await openPage(browser, WIDE, 'light');
  await signIn(page.context(), site);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.goto(`${site.url}/admin#new`);
  await page.getByLabel('Title', { exact: true }).fill('Tea in the rain');
  await content(page).click();
  await page.keyboard.insertText(
    'Green tea needs water, and we recieve guests.\n\nThen it rains alot.\n\nNobody minds.',
  );
  await page.keyboard.press('ControlOrMeta+j');
  await page.getByRole('menuitem', { name: 'Proofread' }).click();
  await press('Ask');
  await page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await shoot(page, 'ai-suggestion');

  await openPrompts(page);
  await press('Batch');
  await press('New batch');
  await page
    .getByRole('textbox', { name: 'Topics' })
    .fill(
      'Home & Garden: Basil on a north balcony\nTechnology: Old laptops for writers\nHealth: Breathing at the bus stop',
    );
  await page.getByRole('textbox', { name: 'This batch may cost (USD)' }).fill('2');
  await press('Start 3 topics');
  await page.getByText('3 of 3 finished').waitFor({ timeout: 120_000 });
  await shoot(page, 'ai-batch');
  await page.keyboard.press('Escape');

  await openPrompts(page);
  await press('Template of step 5');
  const prompt = page.getByPlaceholder('Enter your custom prompt...');
  await prompt.fill(`${await prompt.inputValue()}\n- No title has more than sixty characters.`);
  await press('Try on past runs');
  await press('Try on the last 3 runs');
  await page.getByText('3 runs, not compared').waitFor({ timeout: 60_000 });
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: /^Title 1/ })
    .last()
    .waitFor();
  await shoot(page, 'ai-prompt-lab');
  await page.context().close();

  const phone = await openPage(browser, PHONE, 'dark');
  await signIn(phone.context(), site);
  await openPrompts(phone);
  await noAutoPublish(phone);
  await market(phone).fill('People with a small balcony who want herbs');
  stub.setDelay(40);
  await runAll(phone).click();
  await phone.getByText('Partial: still arriving').waitFor();
  await phone.getByText('## What they want').waitFor();
  await step(phone, 1).evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await shoot(phone, 'ai-run-phone-dark');
  await phone.context().close();
}

async function openPrompts(page: Page): Promise<void> {
  await page.goto(`${site.url}/admin`);
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await page.locator('button:enabled', { hasText: 'Past Runs' }).waitFor();
}

async function openPage(browser: Browser, viewport: { width: number; height: number }, theme: Theme): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', locale: 'en-US' });
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  return context.newPage();
}

async function shoot(page: Page, name: string): Promise<void> {
  // Everything that is still loading settles.
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 82 })
    .toBuffer();
  await writeFile(path.join(projectRoot(), 'docs/screenshots', `${name}.webp`), picture);
}
