import { shareOf } from '#tests/share.ts';
import { categories } from '../content/categories.ts';
import { expect, test, widths } from '../site-test.ts';

test('a name of several lines in the footer stands apart from the next one', async ({ page, open }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await open('/terms');
  const names = page.getByRole('contentinfo').getByRole('navigation', { name: 'Categories' }).getByRole('link');
  const name = names.filter({ hasText: 'Personal Development' });
  const place = (index: number) =>
    names.nth(index).evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return range.getBoundingClientRect().toJSON() as DOMRect;
    });
  await name.evaluate((link) => link.append(' and whatever else may be said of it'));
  const at = (await names.allTextContents()).findIndex((text) => text.startsWith('Personal Development'));
  const [first, next] = [await place(at), await place(at + 1)];
  expect(first.height).toBeGreaterThan(40);
  expect(next.top - first.bottom).toBeGreaterThanOrEqual(8);
});

for (const { name: width, viewport } of shareOf(widths, 2)) {
  test(`the footer ${width} links every category, the quick links, and names the year`, async ({ page, open }) => {
    await page.setViewportSize(viewport);
    await open('/terms');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(
      'Expert insights and stories across technology, lifestyle, business, travel and health.',
      { ignoreCase: true },
    );
    const links = footer.getByRole('navigation', { name: 'Categories' }).getByRole('link');
    await expect(links).toHaveText(categories.map((category) => category.name));
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(categories.map((category) => `/category/${category.slug}`));

    const quick = footer.getByRole('navigation', { name: 'Quick Links' });
    for (const [name, href] of [
      ['About Us', '/about'],
      ['Contact', '/contact'],
      ['Archive', '/archive'],
      ['Privacy Policy', '/privacy'],
      ['Terms of Service', '/terms'],
    ]) {
      await expect(quick.getByRole('link', { name, exact: true })).toHaveAttribute('href', href ?? '');
    }
    await expect(footer.getByRole('link', { name: 'Follow' })).toHaveAttribute('href', '/follow');
    await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Ninefold`);
  });
}
