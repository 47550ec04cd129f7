/**
 * Pixels from the top of the window: a section whose heading is above this line is being read, or was; one whose
 * heading is below it is still to come.
 */
const READING_LINE = 140;

let isDue = false;

/**
 * Marks, from now on, in the table of contents of whichever post is shown, the section that is being read. The
 * positions of the headings are read at most once a frame, when the layout is known anyway.
 */
export function use(): void {
  markSoon();
}

addEventListener('scroll', markSoon, { passive: true });
addEventListener('resize', markSoon, { passive: true });

function markSoon(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(mark);
}

function mark(): void {
  isDue = false;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.post-contents a')];
  const here = links.findLast((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading !== null && heading.getBoundingClientRect().top <= READING_LINE;
  });
  for (const link of links) {
    if (link === here) setHere(link);
    else link.removeAttribute('aria-current');
  }
}

/** Marks a link and, in a list that is longer than the window, scrolls it into sight. */
function setHere(link: HTMLAnchorElement): void {
  if (link.hasAttribute('aria-current')) return;
  link.setAttribute('aria-current', 'location');
  const list = link.closest('ol');
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3;
}
