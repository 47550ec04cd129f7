import { isWhole, shareOf } from '#tests/share.ts';
import { type Screen, screens } from '../content/screens.ts';
import { DESKTOP, expect, type Page, PHONE, test } from '../site-test.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { recordCalls } from '../support/calls.ts';
import { eventsOn } from '../support/events.ts';
import { idle } from '../support/idle.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';

// Rules that hold on every screen, on a desktop and on phones, with JavaScript and without. Embeds stay as we serve
// them: their networks answer for what they make of them.

/** `npm test` takes one screen of 24: neighbours in the list are states of the same parts. */
const SHARE = 24;

const VIEW = /^POST \/api\/posts\/\d+\/view$/;
/** The narrowest screen that everything must fit (WCAG 2.2, 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

async function expectAnswer(page: Page, open: (path: string) => Promise<void>, screen: Screen): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().isNavigationRequest());
  await open(screen.path);
  expect((await answer).status()).toBe(screen.status);
}

/** Checks the screen at each of these widths; the page keeps the last one. */
async function expectWidths(page: Page, { heading }: Screen, viewports: { width: number; height: number }[]) {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await sidewaysOverflow(page), `at ${viewport.width} px`).toEqual([]);
  }
}

/**
 * Checks text at 200 %, as a reader sets it once in the browser for every site (WCAG 2.2, 1.4.4), on the narrowest
 * screen.
 */
async function expectLargeText(page: Page): Promise<void> {
  await page.setViewportSize(NARROWEST);
  const setText = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
  await setText('32px');
  expect(await sidewaysOverflow(page), 'with text of 200 %').toEqual([]);
  for (const control of ['summary', '.theme-toggle']) {
    await expect(page.getByRole('banner').locator(control).first()).toBeInViewport({ ratio: 1 });
  }
  await setText('');
  await page.setViewportSize(DESKTOP);
}

async function expectNoFaults(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  if (!isWhole) return;
  await page.getByRole('button', { name: 'Dark theme' }).click();
  expect(await accessibilityFaults(page, { coloursOnly: true }), 'dark').toEqual([]);
}

for (const screen of shareOf(screens, SHARE)) {
  const { name, path, status } = screen;

  test(`${name}: answers, reads, fits every width, fetches nothing, and axe finds nothing in either theme`, async ({
    page,
    open,
    faults,
  }) => {
    if (status === 404) faults.allow(/status of 404/);
    const calls = recordCalls(page);
    await expectAnswer(page, open, screen);
    await expectWidths(page, screen, [NARROWEST, PHONE, DESKTOP]);
    await expectLargeText(page);
    await expectNoFaults(page);
    await idle(page);
    expect(
      calls.filter((call) => !VIEW.test(call)),
      'fetched although the page was rendered with it',
    ).toEqual([]);
    expect((await eventsOn(page)).filter(({ event }) => event === 'page_view')).toEqual([
      { event: 'page_view', page_path: path, page_title: await page.title() },
    ]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  // Several screens in one visit: a test of its own costs as much as such a page.
  for (const [name, group] of inGroups(shareOf(screens, SHARE, 1))) {
    test(`${name}: answer, read, and fit the narrowest and a wide window`, async ({ page, open, faults }) => {
      if (group.some(({ status }) => status === 404)) faults.allow(/status of 404/);
      for (const screen of group) {
        await test.step(screen.name, async () => {
          await expectAnswer(page, open, screen);
          await expectWidths(page, screen, [NARROWEST, DESKTOP]);
        });
      }
    });
  }
});

/** Puts the missing pages into a group of their own: the pages of the other groups request nothing that is missing. */
function inGroups(all: readonly Screen[]): [name: string, group: Screen[]][] {
  const there = all.filter(({ status }) => status === 200);
  const half = Math.ceil(there.length / 2);
  const groups = [there.slice(0, half), there.slice(half)];
  return [
    ...groups.map((group): [string, Screen[]] => [`${group[0]?.name} to ${group.at(-1)?.name}`, group]),
    ['what is missing', all.filter(({ status }) => status === 404)] satisfies [string, Screen[]],
  ].filter(([, group]) => group.length > 0);
}
