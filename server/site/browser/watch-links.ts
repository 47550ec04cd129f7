import { pageUrl } from '../routes.ts';

/** How long the pointer must rest on a link, in milliseconds: one that only passes over it, or scrolls by, asks nothing. */
const RESTS = 100;

/**
 * Links that lead to a page without loading a document. Not to search results: a search costs the server more than a
 * reader's glance is worth; nor between the pages of a list (`#posts`), which the browser shows in place or loads whole.
 */
const LEADS_ON = 'a[href^="/"]:not([href^="/search"], [href*="#"], [target])';

/**
 * Calls back with the address a link leads to ("/post/slug") once the pointer rests on it. `mouseover` and not
 * `pointerover`: a finger that scrolls touches many links.
 */
export function watchLinks(onRest: (url: string) => void): void {
  let wait: ReturnType<typeof setTimeout> | undefined;
  const enter = (element: Element) => {
    clearTimeout(wait);
    const link = element.closest<HTMLAnchorElement>(LEADS_ON);
    if (link) wait = setTimeout(() => onRest(pageUrl(link.pathname, link.search)), RESTS);
  };
  document.addEventListener('mouseover', ({ target }) => {
    if (target instanceof Element) enter(target);
  });
  // The link that had this loaded: the pointer is on it already.
  const link = document.querySelector('a:hover');
  if (link) enter(link);
}
