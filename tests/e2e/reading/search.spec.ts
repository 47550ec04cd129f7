import { shareOf } from '#tests/share.ts';
import { alone, draft, hostile } from '../content/special-posts.ts';
import { expect, type Page, PHONE, test, variants } from '../site-test.ts';
import { BROKEN, breakCalls, holdCalls, recordCalls } from '../support/calls.ts';
import { idle } from '../support/idle.ts';
import { columnsOf, headlines, section, skeletonCards } from '../support/post-sections.ts';
import { addressOf } from '../support/visit.ts';

const box = (page: Page) => page.getByRole('main').locator('[type=search]:visible');
const button = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Search', exact: true });
const nothing = (query: string) => `No posts found for "${query}". Try different keywords or browse by category.`;

for (const { name: variant, viewport, javaScriptEnabled } of shareOf(variants, 2, 1)) {
  test.describe(variant, () => {
    test.use({ viewport, javaScriptEnabled });

    test('the search page finds posts and says how many', async ({ page, open }) => {
      await open('/search');
      await expect(box(page)).toHaveAttribute('placeholder', 'Search posts...');
      await box(page).fill('quernstone');
      await button(page).click();
      await expect(page.getByText('Found 1 result(s) for "quernstone"', { exact: true })).toBeVisible();
      await expect(headlines(section(page, 'Results'))).toHaveText([alone.title]);
      await expect(box(page)).toHaveValue('quernstone');
    });

    test('where nothing is found it says what to try', { tag: '@long' }, async ({ page, open }) => {
      await open('/search?q=xylophonist');
      await expect(page.getByText('Found 0 result(s) for "xylophonist"', { exact: true })).toBeVisible();
      await expect(page.getByText(nothing('xylophonist'), { exact: true })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Travel', exact: true })).toHaveAttribute(
        'href',
        '/category/travel',
      );
    });

    test('without a query there is neither a count nor a list, but the categories to browse', { tag: '@long' }, async ({
      page,
      open,
    }) => {
      for (const path of ['/search', '/search?q=', '/search?q=%20%20']) {
        await open(path);
        await expect(page.getByText(/result\(s\)/)).toHaveCount(0);
        await expect(page.getByText('No posts found')).toHaveCount(0);
        await expect(section(page, 'Results')).toHaveCount(0);
        await expect(
          section(page, 'Browse by category').getByRole('link', { name: 'Travel', exact: true }),
        ).toHaveAttribute('href', '/category/travel');
      }
    });
  });
}

test('any text is a query, shown as it was typed', { tag: '@long' }, async ({ page, open }) => {
  for (const query of shareOf(
    ['"', "'; drop table posts --", 'NEAR(a b)', '<b>bold</b>', '*', 'a AND', '%', '\u{1f372}', '-', ':'],
    4,
  )) {
    await open('/search');
    await box(page).fill(query);
    await button(page).click();
    await expect(page.getByText(/^Found \d+ result\(s\) for "/)).toContainText(`for "${query}"`);
    expect(new URL(page.url()).search.replaceAll('%27', "'")).toBe(`?q=${encodeURIComponent(query)}`);
  }
});

test('a search from the search page', async ({ page, open, faults }) => {
  await open('/search');
  await test.step('a blank query does not navigate, and nothing is asked', async () => {
    const calls = recordCalls(page);
    for (const blank of ['', '    ']) {
      await box(page).fill(blank);
      await box(page).press('Enter');
      await button(page).click();
    }
    await idle(page);
    expect(addressOf(page)).toBe('/search');
    expect(calls).toEqual([]);
  });

  await test.step('the query travels encoded, once', async () => {
    const calls = recordCalls(page);
    await box(page).fill('C&A + tea?');
    await button(page).click();
    await expect(page.getByText('Found 0 result(s) for "C&A + tea?"', { exact: true })).toBeVisible();
    // The suggestions of the search box request only a few results.
    const searches = calls.filter((call) => /^GET \/api\/search\?/.test(call) && !call.includes('limit='));
    expect(searches).toHaveLength(1);
    expect(new URLSearchParams(searches[0]?.split('?').slice(1).join('?')).get('q')).toBe('C&A + tea?');
  });

  await test.step('while it is under way it says "Searching..."', async () => {
    const held = await holdCalls(page, /\/api\/search/);
    await box(page).fill('workbench');
    await button(page).click();
    await expect(page.getByText('Searching...', { exact: true })).toBeVisible();
    await expect(skeletonCards(section(page, 'Results'))).toHaveCount(6);
    held.release();
    await expect(page.getByText('Found 14 result(s) for "workbench"', { exact: true })).toBeVisible();
    await expect(page.getByText('Searching...')).toHaveCount(0);
  });

  await test.step('a search that fails says so in its place, and Try again searches', async () => {
    faults.allow(BROKEN);
    const broken = await breakCalls(page, /\/api\/search/);
    await box(page).fill('quernstone');
    await button(page).click();
    await expect(section(page, 'Results').getByRole('alert')).toContainText('Failed to fetch search results');
    await expect(page.getByText('Searching...')).toHaveCount(0);
    broken.mend();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(headlines(section(page, 'Results'))).toHaveText([alone.title]);
  });
});

test('the words found are marked, and what surrounds them is text', { tag: '@long' }, async ({ page, open }) => {
  await open('/search?q=margins');
  const result = section(page, 'Results').getByRole('article').filter({ hasText: 'Margins' });
  await expect(result.getByRole('heading', { level: 3 })).toHaveText(hostile.title);
  await open('/search?q=quernstone');
  await expect(section(page, 'Results').locator('mark').first()).toHaveText('quernstone');
});

test('nothing that is not published is found', { tag: '@long' }, async ({ page, open }) => {
  await open(`/search?q=${draft.tags?.[0]}`);
  await expect(page.getByText(nothing('invisible'), { exact: true })).toBeVisible();
});

test('the results of a search', async ({ page, open }) => {
  await open('/search?q=workbench');
  await test.step('results stand in a list until Grid is chosen', async () => {
    const list = section(page, 'Results');
    await expect(list.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => columnsOf(list)).toBe(1);
    await list.getByRole('button', { name: 'Grid' }).click();
    await expect.poll(() => columnsOf(list)).toBe(3);
  });

  await test.step('a choice of order is kept in the address, and Back takes it back', async () => {
    const order = page.getByRole('combobox', { name: 'Order' });
    await order.selectOption('Oldest first');
    await expect(page).toHaveURL(/\/search\?q=workbench&order=oldest$/);
    await expect(section(page, 'Results')).not.toHaveAttribute('aria-busy', 'true');
    await page.goBack();
    await expect(order).toHaveValue('relevance');
  });
});

test('Back shows the search before, in the box too', { tag: '@long' }, async ({ page, open }) => {
  await open('/search?q=quernstone');
  await box(page).fill('workbench');
  await button(page).click();
  await expect(page.getByText('Found 14 result(s)')).toBeVisible();
  const calls = recordCalls(page);
  await page.goBack();
  await expect(page.getByText('Found 1 result(s) for "quernstone"', { exact: true })).toBeVisible();
  await expect(box(page)).toHaveValue('quernstone');
  expect(calls).toEqual([]);
});

const boxes = [
  ['on a phone the box lets go of the keyboard once it has searched', true],
  ['with a mouse the box keeps the focus', false],
] as const;
for (const [what, isPhone] of shareOf(boxes, 2, 1)) {
  test.describe(() => {
    test.use({ isMobile: isPhone, hasTouch: isPhone, viewport: PHONE });

    test(what, async ({ page, open }) => {
      await open('/search');
      await box(page).fill('workbench');
      await box(page).press('Enter');
      await expect(page.getByText('Found 14 result(s) for "workbench"', { exact: true })).toBeVisible();
      const held = expect(box(page));
      await (isPhone ? held.not : held).toBeFocused();
    });
  });
}
