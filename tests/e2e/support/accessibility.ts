import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

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
