import { SEARCH_FIELD } from './focus-search.ts';
import { leadsToPicture } from './lightbox/leads-to-picture.ts';
import { PLACES_KEY } from './reading-place/places.ts';

/** What a comfort's module gives: what is done when its event happens in an element it is for. */
interface ComfortModule {
  start: (element: HTMLElement, event: Event) => void;
}

/** Something a reader can do without, whose code is loaded at the first event that asks for it. */
interface Comfort {
  /** Events on the document; a listener for each is all that a reader who does not use it pays. */
  on: readonly string[];
  /** The element the event must happen in; for events of the page as a whole, one it must have. */
  at: string;
  load: () => Promise<ComfortModule>;
  /** Whether it is done in the place of what the browser would do. Where this is absent, beside it. */
  takes?: (event: Event, element: HTMLElement) => boolean;
}

/** The event on the document that says that the browser itself has put a post on the page. */
export const POST_SHOWN = 'post-shown';

const readingPlace = () => import('./reading-place/reading-place.ts');

const comforts: readonly Comfort[] = [
  {
    on: ['click'],
    at: '.prose a.post-picture',
    load: () => import('./lightbox/lightbox.ts'),
    takes: (event, link) =>
      isPlainClick(event) && leadsToPicture((link as HTMLAnchorElement).href, link.querySelector('img')?.src),
  },
  {
    // Until all blocks have their buttons, which stand before the code. A finger that scrolls asks for them too.
    on: ['pointerover', 'focusin'],
    at: 'main:has(.prose pre > code:first-child)',
    load: () => import('./code-blocks/code-tools.ts'),
  },
  {
    on: ['click'],
    at: '[data-footnote-ref]',
    load: () => import('./footnotes/footnote.ts'),
    takes: isPlainClick,
  },
  { on: ['pointerover'], at: '[data-footnote-ref]', load: () => import('./footnotes/footnote.ts') },
  { on: ['focusin'], at: 'input[type=search]', load: () => import('./suggestions/suggestions.ts') },
  { on: ['keydown'], at: 'body', load: () => import('./focus-search.ts'), takes: isSlash },
  { on: ['scroll'], at: '.site-header', load: () => import('./returning-header.ts') },
  { on: ['scroll'], at: '.post', load: readingPlace },
  { on: ['click'], at: '.heading-anchor', load: () => import('./heading-links.ts') },
];

/**
 * Listens for all comforts. What one takes is held while its code is loaded; where that cannot be had, a link is followed
 * after all. Clicks with a modifier, or with another button, are the browser's.
 */
export function watchComforts(): void {
  for (const comfort of comforts) {
    for (const name of comfort.on)
      document.addEventListener(name, (event) => meet(comfort, event), { passive: name === 'scroll' });
  }
  document.addEventListener(POST_SHOWN, offerPlace);
  offerPlace();
  if (location.hash === SEARCH_FIELD) document.querySelector<HTMLElement>(SEARCH_FIELD)?.focus();
}

function meet({ at, load, takes }: Comfort, event: Event): void {
  const { target } = event;
  const element = target instanceof Element ? target.closest<HTMLElement>(at) : document.querySelector<HTMLElement>(at);
  if (!element || takes?.(event, element) === false) return;
  if (takes) event.preventDefault();
  load().then(
    ({ start }) => start(element, event),
    () => {
      if (takes && element instanceof HTMLAnchorElement) location.assign(element.href);
    },
  );
}

/** A post that was left in its middle is offered to be read on from there. */
function offerPlace(): void {
  const [, slug] = location.pathname.split('/post/');
  try {
    if (!slug || !localStorage.getItem(PLACES_KEY)?.includes(`"${slug}"`)) return;
  } catch {
    // Storage can be off.
    return;
  }
  readingPlace().then(
    ({ start }) => start(),
    () => {},
  );
}

function isPlainClick(event: Event): boolean {
  return event instanceof MouseEvent && !event.defaultPrevented && event.button === 0 && !hasModifier(event);
}

function isSlash(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || event.key !== '/' || event.defaultPrevented || hasModifier(event))
    return false;
  return !document.activeElement?.matches('input, select, textarea, [contenteditable]');
}

/** Shift is not asked about for a key: on some keyboards it makes the slash. */
function hasModifier(event: MouseEvent | KeyboardEvent): boolean {
  return event.metaKey || event.ctrlKey || event.altKey || (event instanceof MouseEvent && event.shiftKey);
}
