/**
 * The distance, in CSS pixels, that a reader must scroll in one direction before the header follows: a smaller one may
 * come from a trembling finger.
 */
const FAR_ENOUGH = 8;

/**
 * The last scroll position. It is 0 at first: the page began at its top, and may have been scrolled while this module
 * was loading.
 */
let before = 0;

/** Hides the page's header, from now on, while a reader scrolls down, and shows it again when they scroll up. */
export function use(): void {
  follow();
}

addEventListener('scroll', follow, { passive: true });

function follow(): void {
  const here = Math.max(0, scrollY);
  const way = here - before;
  if (Math.abs(way) < FAR_ENOUGH) return;
  before = here;
  const header = document.querySelector('.site-header');
  header?.classList.toggle('is-away', way > 0 && here > header.clientHeight);
}
