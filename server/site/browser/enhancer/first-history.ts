import { isAwake } from './wake.ts';

/**
 * Back and Forward may lead, without loading a document, to a screen that React showed here before the page was reloaded.
 * As long as React is not there to show it again, the document at that address is loaded.
 */
export function followHistory(): void {
  const { pathname, search } = location;
  addEventListener('popstate', () => {
    const isHere = location.pathname === pathname && location.search === search;
    if (!isHere && !isAwake()) location.reload();
  });
}
