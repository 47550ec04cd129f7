import { screens } from '../content/screens.ts';
import { DESKTOP, expect, PHONE, test } from '../site-test.ts';
import { recordCalls } from '../support/calls.ts';
import { eventsOn } from '../support/events.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';

// What holds on every screen, on a desktop and on phones, with JavaScript and without.

const VIEW = /^POST \/api\/posts\/\d+\/view$/;
/** The narrowest screen anything must fit (WCAG 2.2, 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

for (const javaScriptEnabled of [true, false]) {
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    for (const { name, path, heading, status } of screens) {
      test(`${name}: answers, reads, and fits every width`, async ({ page, open, faults }) => {
        if (status === 404) faults.allow(/status of 404/);
        const calls = recordCalls(page);
        const answer = page.waitForResponse((response) => response.request().isNavigationRequest());
        await open(path);
        expect((await answer).status()).toBe(status);
        for (const viewport of [DESKTOP, PHONE, NARROWEST]) {
          await page.setViewportSize(viewport);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByRole('banner')).toBeVisible();
          await expect(page.getByRole('contentinfo')).toBeVisible();
          expect(await sidewaysOverflow(page), `at ${viewport.width} px`).toEqual([]);
        }
        if (!javaScriptEnabled) return;
        await page.waitForLoadState('networkidle');
        expect(
          calls.filter((call) => !VIEW.test(call)),
          'fetched although the page was rendered with it',
        ).toEqual([]);
        expect((await eventsOn(page)).filter(({ event }) => event === 'page_view')).toEqual([
          { event: 'page_view', page_path: path, page_title: await page.title() },
        ]);
      });
    }
  });
}
