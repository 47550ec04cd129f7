import { shareOf } from '#tests/share.ts';
import { everything } from '../content/special-posts.ts';
import { expect, test, variants, widths } from '../site-test.ts';
import { expectNoStopCovered } from '../support/covered-stops.ts';
import { toasts } from '../support/toast.ts';

for (const { name: variant, viewport, javaScriptEnabled } of shareOf(variants, 2)) {
  test(`the first stop ${variant} is a link that skips to the content`, async ({ browser, site }) => {
    const context = await browser.newContext({ viewport, javaScriptEnabled, baseURL: site.url });
    const page = await context.newPage();
    await page.goto('/category/travel');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#content$/);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
    await context.close();
  });
}

test('everything on the front page that can be clicked is reached with Tab, and seen to be', async ({ page, open }) => {
  await open('/');
  const wanted = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, summary, input')].filter(
        (element) => element.checkVisibility() && element.tabIndex >= 0,
      ).length,
  );
  const unseen: string[] = [];
  for (let stop = 0; stop < wanted; stop += 1) {
    await page.keyboard.press('Tab');
    const problem = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return 'nothing focused';
      const outlines = [getComputedStyle(element), getComputedStyle(element, '::after')];
      const isSeen = outlines.some(
        (style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
      );
      return isSeen ? null : element.outerHTML.slice(0, 120);
    });
    if (problem) unseen.push(problem);
  }
  expect(unseen).toEqual([]);
});

const PATHS = ['/', `/post/${everything.slug}`, '/category/technology', '/contact'];
const views = PATHS.flatMap((path) => widths.map(({ name, viewport }) => ({ path, width: name, viewport })));

for (const { path, width, viewport } of views) {
  test(`what has the focus is never covered: ${path} ${width}`, { tag: '@long' }, async ({ page, open }) => {
    await page.setViewportSize(viewport);
    await open(path);
    await expectNoStopCovered(page, 'Tab', 40);
    await expectNoStopCovered(page, 'Shift+Tab', 30);
  });
}

test('Explore Featured Posts takes the focus along, and the filter bar works with the keyboard', async ({
  page,
  open,
}) => {
  await open('/');
  await page.getByRole('button', { name: 'Explore Featured Posts' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Featured Posts' }).locator(':focus')).toHaveCount(1);
  await page.getByRole('form', { name: 'Filter posts by category' }).locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\?category=travel$/);
});

test('a message that has been sent leaves the focus at its button, and a toast that is closed gives it back', {
  tag: '@long',
}, async ({ page, open }) => {
  await open('/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('main').getByLabel('Message').fill('A few words.');
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.press('Enter');
  await expect(toasts(page)).toContainText('Message Sent!');
  await expect(send).toBeFocused();
  await page.keyboard.press('F8');
  await toasts(page).getByRole('button', { name: 'Close' }).press('Enter');
  await expect(toasts(page)).toHaveCount(0);
  await expect(send).toBeFocused();
});

test('what can be touched on a phone is large enough for a finger', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/');
  await page.getByRole('banner').locator('summary').click();
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'header a, header button, header summary, header input, form button, .button',
      ),
    ]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
      .map((element) => `${element.getBoundingClientRect().height} ${element.outerHTML.slice(0, 100)}`),
  );
  expect(small).toEqual([]);
});
