import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { type Page, type TestInfo, test } from 'playwright/test';
import { DEFAULT_THEME, THEMES, type Theme } from '#shared/kernel/themes.ts';
import { isInShare, isWhole } from '#tests/share.ts';
import { sidewaysOverflow } from './sideways-overflow.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Less than half the size of the source that the library itself gives. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules that only a change of colours can break. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Returns the faults that axe finds on the page, a line for each element: the rule, the element, the problem. */
export async function accessibilityFaults(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  // Colours are measured, so no colour may be changing. Scroll-driven animations do not move.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map((each) => (each.effect?.getComputedTiming().iterations === Infinity ? null : each.finished)),
    ),
  );
  await bringAxe(page);
  // Passing elements are counted and not described: naming each element of a page took longer than checking it.
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(coloursOnly && { runOnly: { type: 'rule', values: COLOURS } }),
  };
  const violations = await page.evaluate(async (given) => (await window.axe.run(given)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`),
  );
}

/**
 * Loads axe once into the document and into the site's own frames in it: parsing its script takes as long as a check.
 */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    // A frame that another site fills, or that is being removed, is checked only from outside.
    const isThere = await frame.evaluate(() => 'axe' in window).catch(() => true);
    if (!isThere) await frame.evaluate(AXE).catch(() => undefined);
  }
}

/**
 * Returns the faults that axe finds on the page as it is, and the elements that overflow it: in every theme, at each
 * width. One visit is enough for all: in the themes after the first, only the rules that a change of colours can break
 * are checked again. In `npm test` axe checks once, in the default theme at the first width (`shared/ui/theme.test.ts`
 * calculates every theme's contrasts).
 */
export async function faultsInEveryTheme(
  page: Page,
  viewports: { width: number; height: number }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, viewport] of viewports.entries()) {
    await page.setViewportSize(viewport);
    const found: string[] = await sidewaysOverflow(page);
    if (isWhole) found.push(...(await faultsOfThemes(page)));
    else if (index === 0) found.push(...(await accessibilityFaults(page)));
    faults.push(...found.map((fault) => `at ${viewport.width} px: ${fault}`));
  }
  return faults;
}

/** The number of checks that a test has made in passing. */
const looks = new WeakMap<TestInfo, number>();

/**
 * Like {@link faultsInEveryTheme}, for screens that a spec about something else passes; without widths, the page as it
 * is. In `npm test` one of three is checked in this way, and for the others only whether anything overflows at the last
 * width.
 */
export async function faultsInPassing(
  page: Page,
  viewports: { width: number; height: number }[] = [],
): Promise<string[]> {
  const current = test.info();
  const place = (looks.get(current) ?? 0) + 1;
  looks.set(current, place);
  if (isInShare(`${current.title} ${place}`, 3)) {
    return viewports.length > 0 ? faultsInEveryTheme(page, viewports) : accessibilityFaults(page);
  }
  const last = viewports.at(-1);
  if (last) await page.setViewportSize(last);
  return sidewaysOverflow(page);
}

async function faultsOfThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of THEMES) {
    await showTheme(page, theme);
    const found = await accessibilityFaults(page, { coloursOnly: theme !== DEFAULT_THEME });
    faults.push(...found.map((fault) => `${theme.name}: ${fault}`));
  }
  await showTheme(page, DEFAULT_THEME);
  return faults;
}

async function showTheme(page: Page, { scheme, name }: Theme): Promise<void> {
  await page.evaluate(
    ({ all, shown }) => {
      document.documentElement.classList.remove(...all);
      document.documentElement.classList.add(...shown);
    },
    { all: THEMES.flatMap((each) => [each.scheme, each.name]), shown: [scheme, name] },
  );
}
