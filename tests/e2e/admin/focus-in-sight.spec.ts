import type { SitePost } from '../content/site-post.ts';
import { DESKTOP } from '../site-test.ts';
import { expectNoStopCovered } from '../support/covered-stops.ts';
import { test as base, expect, type Page } from './admin-test.ts';

// Bars that stay at an edge of the window, and lists longer than the window: none of them may cover the control with
// the focus.

const paragraph = (number: number) =>
  `${'Words that fill a line. '.repeat(12)}[Link ${number}](https://example.org/${number})`;
const posts: SitePost[] = Array.from({ length: 20 }, (_, index) => ({
  slug: `post-${index}`,
  title: `Post ${index}`,
  excerpt: 'One of many.',
  content: Array.from({ length: 20 }, (__, number) => paragraph(number)).join('\n\n'),
  category: 'travel',
  publishedAt: '2026-01-01T10:00:00.000Z',
  tags: ['reading', 'paper', 'boats'],
}));

const test = base.extend({ site: async ({ newSite }, use) => use(await newSite(posts)) });

const openTab = async (page: Page, name: string) => page.getByRole('tab', { name }).press('Enter');

const screens: { name: string; path: string; stops: number; show: (page: Page) => Promise<void> }[] = [
  {
    name: 'a selection of posts',
    path: '/admin',
    stops: 60,
    async show(page) {
      await openTab(page, 'Posts');
      await page.getByRole('checkbox', { name: 'Select' }).first().press('Space');
      await page.getByRole('region', { name: 'Selected posts' }).waitFor();
    },
  },
  {
    name: 'the form',
    path: '/admin?edit=1',
    stops: 70,
    async show(page) {
      await page.getByRole('button', { name: 'Remove boats' }).waitFor();
    },
  },
  {
    name: 'the chained prompts',
    path: '/admin',
    stops: 60,
    async show(page) {
      await openTab(page, 'Chained Prompts');
      await page.locator('button:enabled', { hasText: 'Past Runs' }).waitFor();
    },
  },
  {
    name: 'the settings',
    path: '/admin',
    stops: 60,
    async show(page) {
      await openTab(page, 'Settings');
      await page.getByText('Last seen').first().waitFor();
      await page.getByLabel('Find a category').waitFor();
    },
  },
];

const views = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
].flatMap((viewport) => screens.map((screen) => ({ ...screen, viewport })));

test('what has the focus is never covered', { tag: '@long' }, async ({ page, openAdmin }) => {
  for (const { name, path, stops, show, viewport } of views) {
    await test.step(`${name} at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      // An address that differs only in its fragment would not load the page again.
      await page.goto('about:blank');
      await openAdmin(path);
      await show(page);
      await expectNoStopCovered(page, 'Tab', stops);
      await expectNoStopCovered(page, 'Shift+Tab', stops);
    });
  }

  await test.step('a bar at the edge has its stops without moving the page', async () => {
    await page.setViewportSize(DESKTOP);
    await page.goto('about:blank');
    await openAdmin();
    await openTab(page, 'Posts');
    await page.getByRole('checkbox', { name: 'Select' }).nth(5).press('Space');
    const bar = page.getByRole('region', { name: 'Selected posts' });
    const clear = bar.getByRole('button', { name: 'Clear selection' });
    await clear.waitFor();
    const before = await page.evaluate(() => window.scrollY);
    for (const button of [clear, bar.getByRole('button', { name: 'Delete' })]) {
      await button.focus();
      expect(await page.evaluate(() => window.scrollY)).toBe(before);
    }
  });
});
