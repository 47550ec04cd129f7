/** From the top of the window, in pixels: a heading above this line is being read, below it is still to come. */
const READING_LINE = 140;

let isDue = false;

/**
 * Marks, in a post's table of contents, the section that is being read, from now on and on whichever post is shown. Where
 * the sections stand is asked at most once a frame, when it is known anyway.
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

/** Marks a link and, in a list that is longer than the window, has it in sight. */
function setHere(link: HTMLAnchorElement): void {
  if (link.hasAttribute('aria-current')) return;
  link.setAttribute('aria-current', 'location');
  const list = link.closest('ol');
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3;
}
