import { shareOf } from '#tests/share.ts';
import { featured, latest, notes } from '../content/posts.ts';
import { everything } from '../content/special-posts.ts';
import { expect, test } from '../site-test.ts';
import { headlines, section } from '../support/post-sections.ts';
import { addressOf, isSameDocument, markDocument } from '../support/visit.ts';

const live = [...featured, ...latest].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
const AUTHOR = 'Ninefold Editors';
const titles = (posts: { title: string }[]) => posts.map((post) => post.title);

for (const javaScriptEnabled of shareOf([true, false], 2)) {
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the name over a post leads to its author, with picture, bio and all posts', async ({ page, open }) => {
      await open(`/post/${everything.slug}`);
      if (javaScriptEnabled) await markDocument(page);
      await page.getByRole('main').getByRole('link', { name: AUTHOR }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(AUTHOR);
      await expect.poll(() => addressOf(page)).toBe('/author/ninefold-editors');
      await expect(page.getByText(/^We read widely, test what can be tested/)).toBeVisible();
      await expect(page.getByText(`${live.length} posts`, { exact: true })).toBeVisible();
      await expect(headlines(section(page, 'All Posts'))).toHaveCount(12);
      if (javaScriptEnabled) expect(await isSameDocument(page)).toBe(true);
    });

    test('from the footer one comes to a month of the archive, and to the years beside it', { tag: '@long' }, async ({
      page,
      open,
    }) => {
      await open('/about');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Archive' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archive');
      await page.getByRole('link', { name: /^July 2025/ }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('July 2025');
      const july = live.filter(({ publishedAt }) => publishedAt.startsWith('2025-07'));
      await expect(headlines(section(page, 'All Posts'))).toHaveText(titles(july));
      await page.getByRole('link', { name: 'All of 2025' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('2025');
    });

    test('a number under a list leads to that page of it', { tag: '@long' }, async ({ page, open }) => {
      await open('/tag/workbench');
      await expect(page.getByText(`${notes.length} posts`, { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Page 2', exact: true }).click();
      await expect.poll(() => addressOf(page)).toBe('/tag/workbench?page=2#posts');
      await expect(headlines(section(page, 'All Posts'))).toHaveText(titles(notes.slice(12)));
      await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('rel', 'prev');
    });

    test('Follow at the foot of a post leads to what feeds there are', async ({ page, open }) => {
      await open(`/post/${everything.slug}`);
      await page.getByRole('main').getByRole('link', { name: 'Follow' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follow Ninefold');
      await expect(page.getByRole('link', { name: /\/rss\.xml$/ })).toHaveAttribute('href', '/rss.xml');
    });
  });
}

test('Load more adds to the posts of a tag', { tag: '@long' }, async ({ page, open }) => {
  await open('/tag/workbench');
  await page.getByRole('link', { name: 'Load more posts' }).click();
  await expect(headlines(section(page, 'All Posts'))).toHaveText(titles(notes));
});
