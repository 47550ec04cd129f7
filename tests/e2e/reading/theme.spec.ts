import { AS_SYSTEM, THEMES, themeSwitch } from '#shared/kernel/themes.ts';
import { expect, type Page, test } from '../site-test.ts';

const toggle = (page: Page) => page.getByRole('button', { name: / theme$/ });
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test.describe('on a system that prefers dark', () => {
  test.use({ colorScheme: 'dark' });

  test('the theme of a reader whose system prefers dark', { tag: '@long' }, async ({ page, open }) => {
    await open('/');
    await test.step('the theme is light all the same until the reader chooses', async () => {
      await expect(page.locator('html')).toHaveClass(/(^| )light( |$)/);
      await expect(toggle(page)).toHaveAccessibleName('Dark theme');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
    });

    await test.step('after dark the reader can choose what the system has, which is there before the body is', async () => {
      await toggle(page).click();
      await toggle(page).click();
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(AS_SYSTEM);
      await expect(toggle(page)).toHaveAccessibleName('Light theme');
      await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
      // A page follows the system while it is open, and a page that is opened later starts with the system's theme.
      await page.emulateMedia({ colorScheme: 'light' });
      await expect(page.locator('html')).toHaveClass(/(^| )light( |$)/);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
      const first = await page.evaluate(async () => {
        const html = await (await fetch('/about')).text();
        const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
        document.documentElement.className = '';
        const element = document.createElement('script');
        element.textContent = script;
        document.head.append(element);
        return document.documentElement.className;
      });
      expect(first.split(' ').sort()).toEqual(['dark', 'js', AS_SYSTEM].sort());
      await toggle(page).click();
      await expect(page.locator('html')).not.toHaveClass(/dark/);
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    });
  });
});

test('the theme that was chosen', async ({ page, open }) => {
  await open('/');
  await test.step('the toggle changes the class on the root and the colours, and stores the choice under "theme"', async () => {
    await expect(toggle(page)).toHaveAccessibleName('Dark theme');
    const light = await background(page);
    for (const { name, scheme } of THEMES.slice(1)) {
      await toggle(page).click();
      await expect(page.locator('html')).toHaveClass(new RegExp(`(^| )${name}( |$)`));
      await expect(page.locator('html')).not.toHaveClass(scheme === 'dark' ? /light/ : /dark/);
      await expect(toggle(page)).toHaveAccessibleName(themeSwitch(name).label);
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(name);
      expect(await background(page)).not.toBe(light);
    }

    // The theme of the system, and then the light theme again.
    await toggle(page).click();
    await toggle(page).click();
    await expect(page.locator('html')).toHaveClass(/(^| )light( |$)/);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    expect(await background(page)).toBe(light);
  });

  await test.step('the choice holds on the next page, loaded or navigated to', async () => {
    await toggle(page).click();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
    await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
    await open('/terms');
    await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
  });
});

test('a stored dark theme is there before the body is, and stays', async ({ page, open }) => {
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark');
    const seen: string[] = [];
    Object.assign(window, { classesWithBody: seen });
    new MutationObserver(() => {
      if (document.body) seen.push(document.documentElement.className);
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
  });
  await open('/post/bare');
  const seen = await page.evaluate(() => (window as unknown as { classesWithBody: string[] }).classesWithBody);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((classes) => !classes.split(' ').includes('dark'))).toEqual([]);
  await expect(toggle(page)).toHaveAccessibleName(themeSwitch('dark').label);
});

test('another tab follows', { tag: '@long' }, async ({ page, open, context }) => {
  await open('/');
  const other = await context.newPage();
  await other.goto('/about');
  await toggle(page).click();
  await expect(other.locator('html')).toHaveClass(/(^| )dark( |$)/);
});

test('a tab whose modules come late shows what was chosen meanwhile', { tag: '@long' }, async ({
  page,
  open,
  context,
}) => {
  await open('/');
  const other = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await other.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  // The document is complete only once its module has loaded.
  await other.goto('/about', { waitUntil: 'commit' });
  await toggle(page).click();
  await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
  await expect(other.locator('html')).toHaveClass(/(^| )light( |$)/);
  release();
  await expect(other.locator('html')).toHaveClass(/(^| )dark( |$)/);
});

test('a stored value that is no theme counts as light', { tag: '@long' }, async ({ page, open }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'constructor'));
  await open('/');
  await expect(page.locator('html')).toHaveClass(/(^| )light( |$)/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('there is no toggle that does nothing', { tag: '@long' }, async ({ page, open }) => {
    await open('/');
    await expect(toggle(page)).toBeHidden();
  });
});
