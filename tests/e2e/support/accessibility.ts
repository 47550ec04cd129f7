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

/** Less than half of what the library gives as its own source. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules that a change of colours alone can break. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page, a line for each element: the rule, the element, what is wrong. */
export async function accessibilityFaults(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  // Colours are measured: nothing may be on its way from one to another. What goes with scrolling stands still.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map((each) => (each.effect?.getComputedTiming().iterations === Infinity ? null : each.finished)),
    ),
  );
  await bringAxe(page);
  // What passes is counted and not described: naming each element of a page took longer than looking at it.
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(coloursOnly && { runOnly: { type: 'rule', values: COLOURS } }),
  };
  const violations = await page.evaluate(async (given) => (await window.axe.run(given)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`),
  );
}

/** Brings axe into the document and the frames of our own in it, once: reading its script takes as long as a look. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    // A frame that another site fills, or that is going away, is looked at from outside.
    const isThere = await frame.evaluate(() => 'axe' in window).catch(() => true);
    if (!isThere) await frame.evaluate(AXE).catch(() => undefined);
  }
}

/**
 * What axe finds on the page as it stands, and what sticks out of it: in every theme, at each width. One visit does for
 * all: of the rules, a change of colours alone can break those that are tried again in the themes after the first. In `npm
 * test` axe looks once, in the default theme at the first width (`shared/ui/theme.test.ts` reckons every theme's contrasts).
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

/** How often a test has looked in passing. */
const looks = new WeakMap<TestInfo, number>();

/**
 * As {@link faultsInEveryTheme}, for what a spec about something else comes by: without widths the page as it stands. In
 * `npm test` one of three is looked at so, and of the others whether anything sticks out at the last width.
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
