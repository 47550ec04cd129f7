import type { Page } from 'playwright/test';

/** Returns the elements that overflow the page sideways, so that it would scroll sideways; empty if there are none. */
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
