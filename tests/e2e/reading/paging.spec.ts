import { isWhole } from '#tests/share.ts';
import { diary, latest, ledger, livePostsOf, notes } from '../content/posts.ts';
import { expect, type Page, test } from '../site-test.ts';
import { BROKEN, breakCalls, recordCalls } from '../support/calls.ts';
import { idle } from '../support/idle.ts';
import { longStep } from '../support/long-step.ts';
import { headlines, section } from '../support/post-sections.ts';
import { addressOf } from '../support/visit.ts';

const titles = (posts: { title: string }[]) => posts.map((post) => post.title);
/** The posts whose text contains the word: more than the fifty results of a page. */
const withPlank = [...notes, ...ledger, ...diary];
const onward = (page: Page) => page.getByRole('link', { name: 'Load more posts' });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the latest posts go on from page to page, each post once, and back', async ({ page, open }) => {
    await open('/');
    const seen: string[] = [];
    const take = async () => seen.push(...(await headlines(section(page, 'Latest Posts')).allTextContents()));
    await take();
    const last = isWhole ? Math.ceil(latest.length / 12) : 2;
    for (let number = 2; number <= last; number += 1) {
      await onward(page).click();
      await expect(page).toHaveURL(new RegExp(`/\\?page=${number}#posts$`));
      await take();
    }
    expect(seen).toEqual(titles(latest.slice(0, last * 12)));
    await expect(onward(page)).toHaveCount(isWhole ? 0 : 1);
    await open('/?page=2');
    await page.getByRole('link', { name: 'Newer posts' }).click();
    await expect(headlines(section(page, 'Latest Posts'))).toHaveText(titles(latest.slice(0, 12)));
    await expect(page.getByRole('link', { name: 'Newer posts' })).toHaveCount(0);
  });

  test('other lists go on by links too', async ({ page, open }) => {
    await test.step('a category goes on', async () => {
      const all = livePostsOf('technology');
      await open('/category/technology');
      await expect(headlines(section(page, 'All Posts'))).toHaveText(titles(all.slice(0, 12)));
      await onward(page).click();
      await expect(page).toHaveURL(/\/category\/technology\?page=2#posts$/);
      await expect(headlines(section(page, 'All Posts'))).toHaveText(titles(all.slice(12)));
      await expect(page.getByText('15 posts', { exact: true })).toBeVisible();
    });

    await longStep('the filtered front page goes on in its category', async () => {
      await open('/?category=technology');
      await onward(page).click();
      await expect.poll(() => addressOf(page)).toBe('/?category=technology&page=2#posts');
      await expect(headlines(section(page, 'Latest Posts'))).toHaveText(titles(notes.slice(12)));
    });

    await longStep('search results go on', async () => {
      await open('/search?q=plank');
      const first = await headlines(section(page, 'Results')).allTextContents();
      await onward(page).click();
      await expect.poll(() => addressOf(page)).toBe('/search?q=plank&page=2#posts');
      const rest = await headlines(section(page, 'Results')).allTextContents();
      expect([...first, ...rest].sort()).toEqual(titles(withPlank).sort());
      await expect(page.getByText(`Found ${withPlank.length} result(s) for "plank"`)).toBeVisible();
    });
  });

  test('from beyond the end the way back leads to the first page', { tag: '@long' }, async ({ page, open, faults }) => {
    faults.allow(/status of 404/);
    await open('/?page=999');
    await expect(page.getByText('This list has no page 999.', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Newer posts' }).click();
    await expect(headlines(section(page, 'Latest Posts'))).toHaveText(titles(latest.slice(0, 12)));
  });

  for (const wrong of ['0', '-1', '1.5', 'two', '99999999999']) {
    test(`what is no page number counts as the first (${wrong})`, { tag: '@long' }, async ({ page, open }) => {
      await open(`/?page=${wrong}`);
      await expect(headlines(section(page, 'Latest Posts'))).toHaveCount(12);
      await expect(page.getByRole('link', { name: 'Newer posts' })).toHaveCount(0);
    });
  }
});

test('Load more in place', async ({ page, open, faults }) => {
  await longStep('where more cannot be fetched the list says so and the link works again', async () => {
    faults.allow(BROKEN);
    await open('/');
    const list = section(page, 'Latest Posts');
    const broken = await breakCalls(page, /\/api\/posts\?.*cursor=/);
    await onward(page).click();
    await expect(list.getByRole('status')).toHaveText('Failed to fetch posts');
    await expect(headlines(list)).toHaveCount(12);
    broken.mend();
    await onward(page).click();
    await expect(headlines(list)).toHaveCount(24);
  });

  await test.step('Load more adds the next posts in place until there are no more', async () => {
    await open('/');
    const calls = recordCalls(page);
    const list = section(page, 'Latest Posts');
    await onward(page).click();
    await expect(headlines(list)).toHaveText(titles(latest.slice(0, 24)));
    await expect(list.getByRole('status')).toHaveText(`12 more posts. 24 of ${latest.length} shown.`);
    await expect(list.getByRole('link', { name: latest[12]?.title, exact: true })).toBeFocused();
    for (let shown = 24; shown < latest.length; shown += 12) {
      await onward(page).click();
      await expect(headlines(list)).toHaveCount(Math.min(shown + 12, latest.length));
    }
    await expect(headlines(list)).toHaveText(titles(latest));
    await expect(list.getByRole('status')).toContainText(`${latest.length} of ${latest.length} shown.`);
    await expect(onward(page)).toHaveCount(0);
    expect(addressOf(page)).toBe('/');
    // The pointer may rest on a post, which is then prefetched, so only calls for the list count.
    const pages = calls.filter((call) => call.startsWith('GET /api/posts?'));
    expect(pages).toHaveLength(Math.ceil(latest.length / 12) - 1);
    for (const call of pages) expect(call).toContain('cursor=');
  });
});

test('Load more works with the keyboard, and goes on from a shared page', { tag: '@long' }, async ({ page, open }) => {
  await open('/?page=2');
  const list = section(page, 'Latest Posts');
  await onward(page).focus();
  await page.keyboard.press('Enter');
  await expect(headlines(list)).toHaveText(titles(latest.slice(12, 36)));
  await expect(list.getByRole('link', { name: latest[24]?.title, exact: true })).toBeFocused();
});

test('Load more adds to a category and to search results', { tag: '@long' }, async ({ page, open }) => {
  await open('/category/technology');
  await onward(page).click();
  await expect(headlines(section(page, 'All Posts'))).toHaveText(titles(livePostsOf('technology')));
  await expect(onward(page)).toHaveCount(0);
  await open('/search?q=plank');
  await onward(page).click();
  await expect(headlines(section(page, 'Results'))).toHaveCount(withPlank.length);
  await expect(onward(page)).toHaveCount(0);
});

test('Load more, once at a time and there again after Back', { tag: '@long' }, async ({ page, open }) => {
  await open('/');
  await test.step('two clicks load one page more', async () => {
    await onward(page).dblclick();
    const list = section(page, 'Latest Posts');
    await expect(headlines(list)).toHaveCount(24);
    await idle(page);
    await expect(headlines(list)).toHaveText(titles(latest.slice(0, 24)));
  });

  await test.step('what was added is there again after Back, at the place that was left', async () => {
    const list = section(page, 'Latest Posts');
    const link = list.getByRole('link', { name: latest[20]?.title, exact: true });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(1000);
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(latest[20]?.title ?? '');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const calls = recordCalls(page);
    await page.goBack();
    await expect(headlines(list)).toHaveCount(24);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
    expect(calls.filter((call) => call.startsWith('GET'))).toEqual([]);
  });
});
