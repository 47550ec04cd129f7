import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { sidewaysOverflow } from './sideways-overflow.ts';

/** Rules that a change of colours alone can break. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page, a line for each element: the rule, the element, what is wrong. */
export async function accessibilityFaults(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  // Colours are measured: nothing may be on its way from one to another.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .map((each) => (each.effect?.getComputedTiming().iterations === Infinity ? null : each.finished)),
    ),
  );
  const axe = new AxeBuilder({ page });
  const { violations } = await (coloursOnly ? axe.withRules(COLOURS) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`),
  );
}

/**
 * What axe finds on the page as it stands, and what sticks out of it: light and dark, at each width. One visit does for
 * all four: of the rules, a change of colours alone can break those that are tried again in the dark.
 */
export async function faultsInBothThemes(
  page: Page,
  viewports: { width: number; height: number }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark');
      const found = [
        ...(await accessibilityFaults(page, { coloursOnly: theme === 'dark' })),
        ...(theme === 'light' ? await sidewaysOverflow(page) : []),
      ];
      faults.push(...found.map((fault) => `${theme}, at ${viewport.width} px: ${fault}`));
    }
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
  return faults;
}
