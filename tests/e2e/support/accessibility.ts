import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { DEFAULT_THEME, THEMES, type Theme } from '#shared/kernel/themes.ts';
import { sidewaysOverflow } from './sideways-overflow.ts';

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
  // Where it looked into frames of other sites, it would open a page of its own each time.
  // What passes is counted and not described: naming each element of a page took longer than looking at it.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (coloursOnly ? axe.withRules(COLOURS) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`),
  );
}

/**
 * What axe finds on the page as it stands, and what sticks out of it: in every theme, at each width. One visit does for
 * all: of the rules, a change of colours alone can break those that are tried again in the themes after the first.
 */
export async function faultsInEveryTheme(
  page: Page,
  viewports: { width: number; height: number }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const theme of THEMES) {
      await showTheme(page, theme);
      const isFirst = theme === DEFAULT_THEME;
      const found = [
        ...(await accessibilityFaults(page, { coloursOnly: !isFirst })),
        ...(isFirst ? await sidewaysOverflow(page) : []),
      ];
      faults.push(...found.map((fault) => `${theme.name}, at ${viewport.width} px: ${fault}`));
    }
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
