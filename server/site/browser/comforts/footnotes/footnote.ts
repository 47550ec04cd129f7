import './footnote.css';

/**
 * Milliseconds that the pointer must rest on a reference before its note is shown, and that it may be outside both
 * before the note is hidden.
 */
const RESTS = 150;
const LEAVES = 250;

const card = document.body.appendChild(document.createElement('div'));
card.className = 'footnote prose';
card.popover = 'auto';
card.role = 'dialog';
card.tabIndex = -1;

let wait: ReturnType<typeof setTimeout> | undefined;
let shown: HTMLElement | undefined;

/**
 * Shows, beside a reference, the note it leads to: at once when the reference is pressed, after a moment when the
 * pointer rests on it.
 */
export function use(reference: HTMLElement, event: Event): void {
  clearTimeout(wait);
  if (event.type === 'click') {
    show(reference);
    // A screen reader continues with the note; closing the note gives the focus back.
    card.focus({ preventScroll: true });
    return;
  }
  if (event instanceof PointerEvent && event.pointerType !== 'mouse') return;
  wait = setTimeout(show, RESTS, reference);
  reference.addEventListener('pointerleave', leave, { once: true });
}

card.addEventListener('pointerenter', () => clearTimeout(wait));
card.addEventListener('pointerleave', leave);
card.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a[href^="#"]')) card.hidePopover();
});

function leave(): void {
  clearTimeout(wait);
  wait = setTimeout(() => {
    // A note that was opened by a press, or that has the focus, stays until it is closed.
    if (!card.contains(document.activeElement)) card.hidePopover();
  }, LEAVES);
}

function show(reference: HTMLElement): void {
  const isOpen = card.matches(':popover-open');
  if (isOpen && shown === reference) return;
  const { hash } = reference as HTMLAnchorElement;
  const note = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!note) return;
  shown = reference;
  card.ariaLabel = `Footnote ${reference.textContent}`;
  card.replaceChildren(...wordsOf(note), wayToNote(hash));
  if (!isOpen) card.showPopover();
  standBeside(reference.getBoundingClientRect());
}

/**
 * Returns the note's content without the links back to its references, and without ids, which belong to the original.
 */
function wordsOf(note: HTMLElement): Node[] {
  const copy = note.cloneNode(true) as HTMLElement;
  for (const back of copy.querySelectorAll('[data-footnote-backref]')) back.remove();
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  return [...copy.childNodes];
}

function wayToNote(hash: string): HTMLElement {
  const link = document.createElement('a');
  link.href = hash;
  link.className = 'footnote-way';
  link.textContent = 'All notes';
  return link;
}

/**
 * Places the note below the reference, or above it where there is no room, and within the width of the window. The note
 * scrolls with the text.
 */
function standBeside({ left, right, top, bottom }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = card;
  const gap = 8;
  const room = document.documentElement.clientWidth;
  const from = Math.max(gap, Math.min((left + right - width) / 2, room - width - gap));
  const isBelow = bottom + gap + height <= innerHeight || top - gap - height < 0;
  card.style.left = `${from + scrollX}px`;
  card.style.top = `${(isBelow ? bottom + gap : top - gap - height) + scrollY}px`;
}
