import './footnote.css';

/** How long the pointer lies still on a reference before its note is shown, and may be off both before it goes: milliseconds. */
const RESTS = 150;
const LEAVES = 250;

const card = document.body.appendChild(document.createElement('div'));
card.className = 'footnote prose';
card.popover = 'auto';
card.role = 'dialog';
card.tabIndex = -1;

let wait: ReturnType<typeof setTimeout> | undefined;
let shown: HTMLElement | undefined;

/** Shows the note a reference leads to beside it: at once when it is pressed, after a moment when the pointer rests on it. */
export function use(reference: HTMLElement, event: Event): void {
  clearTimeout(wait);
  if (event.type === 'click') {
    show(reference);
    // What reads the page aloud goes on with the note; closing it gives the focus back.
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
    // A note that was pressed, or is being read, stays until it is closed.
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

/** The note's content without what leads back to its references; ids stay with the original. */
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

/** Below the reference, above it where there is no room, and inside the window from side to side. It scrolls with the text. */
function standBeside({ left, right, top, bottom }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = card;
  const gap = 8;
  const room = document.documentElement.clientWidth;
  const from = Math.max(gap, Math.min((left + right - width) / 2, room - width - gap));
  const isBelow = bottom + gap + height <= innerHeight || top - gap - height < 0;
  card.style.left = `${from + scrollX}px`;
  card.style.top = `${(isBelow ? bottom + gap : top - gap - height) + scrollY}px`;
}
