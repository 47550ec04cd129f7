/** How far a reader must scroll one way before the header follows, in CSS pixels: less is a trembling finger. */
const FAR_ENOUGH = 8;

/** Where the page was; it began at its top, and may have been scrolled while this was loaded. */
let before = 0;

/** Takes the page's header away while a reader scrolls down, and brings it back when they turn round, from now on. */
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
