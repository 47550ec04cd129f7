import type { Page } from 'playwright/test';

/** What sticks out of the page to a side, so that the page would scroll sideways; empty where it does not. */
export async function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(`${root.scrollWidth} px wide in ${root.clientWidth}`);
  });
}
