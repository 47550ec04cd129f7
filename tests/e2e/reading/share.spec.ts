import { shareOf } from '#tests/share.ts';
import { everything } from '../content/special-posts.ts';
import { expect, type Page, test, widths } from '../site-test.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this post' });
const buttons = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });

/** Records the addresses that the page opens in new windows, instead of opening them. */
async function recordPopups(page: Page): Promise<() => Promise<string[][]>> {
  await page.evaluate(() => {
    const popups: unknown[][] = [];
    Object.assign(window, { popups });
    window.open = (...parameters) => {
      popups.push(parameters);
      return null;
    };
  });
  return () => page.evaluate(() => (window as unknown as { popups: string[][] }).popups);
}

for (const { name: width, viewport } of shareOf(widths, 2)) {
  test.describe(width, () => {
    test.use({ viewport });

    test('the share dialog', async ({ page, open, site }) => {
      await open(`/post/${everything.slug}?utm_source=mail`);
      await test.step('sharing is offered at the top and at the bottom', async () => {
        await expect(buttons(page)).toHaveCount(2);
        const body = await page.locator('#post-body').boundingBox();
        const [top, bottom] = [await buttons(page).first().boundingBox(), await buttons(page).last().boundingBox()];
        expect(top?.y).toBeLessThan(body?.y ?? 0);
        expect(bottom?.y).toBeGreaterThan((body?.y ?? 0) + (body?.height ?? 0));
        for (const button of [buttons(page).first(), buttons(page).last()]) {
          await button.click();
          await expect(dialog(page)).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(dialog(page)).toHaveCount(0);
          await expect(button).toBeFocused();
        }
      });

      await test.step('the dialog holds the focus, and gives it back', async () => {
        await buttons(page).first().focus();
        await page.keyboard.press('Enter');
        await expect(dialog(page)).toBeVisible();
        const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
        for (let press = 0; press < 8; press += 1) {
          await page.keyboard.press('Tab');
          expect(await isInside()).toBe(true);
        }
        await dialog(page).getByRole('button', { name: 'Close' }).click();
        await expect(dialog(page)).toHaveCount(0);
        await expect(buttons(page).first()).toBeFocused();
      });

      await longStep('a click beside the dialog closes it', async () => {
        await buttons(page).first().click();
        await expect(dialog(page)).toBeVisible();
        // The dialog begins to listen for clicks a moment after it is shown.
        await expect(async () => {
          await page.mouse.click(5, 5);
          await expect(dialog(page)).toHaveCount(0, { timeout: 1000 });
        }).toPass();
      });

      await test.step('with text of 200 % on a narrow screen nothing sticks out of it', async () => {
        const setText = (size: string) =>
          page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
        await page.setViewportSize({ width: 320, height: 640 });
        await setText('32px');
        await buttons(page).first().click();
        const inside = dialog(page);
        expect(await inside.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
        for (const network of await inside.getByRole('listitem').getByRole('button').all()) {
          expect(await network.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
        }
        await page.keyboard.press('Escape');
        await setText('');
        await page.setViewportSize(viewport);
      });

      await test.step('each network opens in a popup of 600 by 400, and the dialog closes', async () => {
        const popups = await recordPopups(page);
        const share = async (network: string) => {
          await buttons(page).first().click();
          await dialog(page).getByRole('button', { name: network, exact: true }).click();
          await expect(dialog(page)).toHaveCount(0);
        };
        for (const network of ['Facebook', 'Twitter', 'LinkedIn']) await share(network);

        const opened = await popups();
        for (const [, target, features] of opened) {
          expect(target).toBe('_blank');
          expect(features?.split(',')).toEqual(expect.arrayContaining(['width=600', 'height=400', 'noopener']));
        }
        const [facebook, twitter, linkedIn] = opened.map(([href]) => new URL(href ?? ''));
        const url = `${site.url}/post/${everything.slug}`;
        expect(facebook?.origin).toBe('https://www.facebook.com');
        expect(facebook?.searchParams.get('u')).toBe(url);
        expect(twitter?.origin).toBe('https://twitter.com');
        expect(Object.fromEntries(twitter?.searchParams ?? [])).toEqual({
          url,
          text: everything.title,
          hashtags: 'Slowfood,CA,streetlife',
        });
        expect(linkedIn?.origin).toBe('https://www.linkedin.com');
        expect(Object.fromEntries(linkedIn?.searchParams ?? [])).toEqual({
          mini: 'true',
          url,
          title: everything.title,
          summary: everything.excerpt,
        });
      });
    });
  });
}

test('the sheet of the system stands beside the networks where there is one', async ({ page, open, site }) => {
  await page.addInitScript(() => {
    const sheets: ShareData[] = [];
    Object.assign(window, { sheets });
    // The reader closes the first sheet; the second one takes what is shared.
    navigator.share = async (data = {}) => {
      if (sheets.push(data) === 1) throw new DOMException('Closed', 'AbortError');
    };
  });
  const sheets = () => page.evaluate(() => (window as unknown as { sheets: ShareData[] }).sheets);
  await open(`/post/${everything.slug}?utm_source=mail`);
  await buttons(page).first().click();
  const more = dialog(page).getByRole('button', { name: 'More ways to share', exact: true });
  await more.click();
  const shared = { url: `${site.url}/post/${everything.slug}`, title: everything.title };
  await expect.poll(sheets).toEqual([shared]);
  await expect(dialog(page)).toBeVisible();
  await more.click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await sheets()).toEqual([shared, shared]);
  await expect(buttons(page).first()).toBeFocused();
});

test.describe('with the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('Copy Link', async ({ page, open, site }) => {
    await test.step('Copy Link copies the address of the page and says so; the dialog stays until Escape', async () => {
      await open(`/post/${everything.slug}?utm_source=mail#top`);
      await buttons(page).first().click();
      await dialog(page).getByRole('button', { name: 'Copy Link' }).click();
      await expect(toasts(page)).toHaveCount(1);
      await expect(toasts(page).getByText('Link copied!', { exact: true })).toBeVisible();
      await expect(
        toasts(page).getByText('The link has been copied to your clipboard.', { exact: true }),
      ).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/post/${everything.slug}`);
      await expect(dialog(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    });

    await longStep('Copy Link copies without the clipboard API too, and keeps the focus', async () => {
      await toasts(page).getByRole('button', { name: 'Close' }).click();
      await expect(toasts(page)).toHaveCount(0);
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.addEventListener('copy', () => Object.assign(window, { copied: String(getSelection()) }));
      });
      await buttons(page).first().click();
      await dialog(page).getByRole('button', { name: 'Copy Link' }).click();
      await expect(toasts(page).getByText('Link copied!', { exact: true })).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { copied: string }).copied))
        .toBe(`${site.url}/post/${everything.slug}`);
      await expect(dialog(page).getByRole('button', { name: 'Copy Link' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    });

    await longStep(
      'where nothing can be copied the reader is told, and the address stands there selected',
      async () => {
        await page.evaluate(() => {
          document.execCommand = () => false;
        });
        await buttons(page).first().click();
        await dialog(page).getByRole('button', { name: 'Copy Link' }).click();
        await expect(toasts(page)).toContainText('could not be copied');
        await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain(`/post/${everything.slug}`);
      },
    );
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('plain links to the networks stand in place of the dialog', async ({ page, open }) => {
    await open(`/post/${everything.slug}`);
    await expect(buttons(page).filter({ visible: true })).toHaveCount(0);
    for (const network of ['Facebook', 'Twitter', 'LinkedIn']) {
      await expect(page.getByRole('link', { name: network, exact: true })).toHaveCount(2);
    }
  });
});
