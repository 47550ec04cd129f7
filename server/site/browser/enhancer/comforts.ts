import { leadsToPicture } from '../comforts/lightbox/leads-to-picture.ts';
import { isPlainClick } from './first-press.ts';
import { loadReadingPlace } from './offer-place.ts';

/** What a comfort's module exports. */
interface ComfortModule {
  /** Called for each event the comfort's line names, with the element that matched. */
  use: (element: HTMLElement, event: Event) => void;
}

/**
 * A comfort for readers, whose code and styles are fetched at its first use: when one of `events` meets an element that
 * matches `selector`. It costs a reader who does not use it this line. Nothing of it may be React's, and the page must
 * work without it.
 */
interface Comfort {
  /** What the event must happen in; for an event of the whole page, as scrolling is, what the page must have. */
  selector: string;
  events: (keyof DocumentEventMap)[];
  load: () => Promise<ComfortModule>;
  /**
   * Whether an event is taken away from the browser: a link's own way is gone only where the module cannot be had.
   * Clicks for a new tab or window stay the browser's. Without it, the comfort comes beside what the browser does.
   */
  takes?: (event: Event, element: HTMLElement) => boolean;
}

const footnote = () => import('../comforts/footnotes/footnote.ts');

/** Every comfort, a line each: selector and events → what is loaded. */
const comforts: Comfort[] = [
  { selector: '.video-card a', events: ['click'], takes: isLinkPress, load: () => import('../embeds/video-cards.ts') },
  {
    selector: '.prose a.post-picture',
    events: ['click'],
    takes: (event, link) =>
      isLinkPress(event) && leadsToPicture((link as HTMLAnchorElement).href, link.querySelector('img')?.src),
    load: () => import('../comforts/lightbox/lightbox.ts'),
  },
  {
    // Until all blocks have their buttons, which stand before the code. A finger that scrolls asks for them too.
    selector: 'main:has(.prose pre > code:first-child)',
    events: ['pointerover', 'focusin'],
    load: () => import('../comforts/code-blocks/code-tools.ts'),
  },
  { selector: '[data-footnote-ref]', events: ['click'], takes: isLinkPress, load: footnote },
  { selector: '[data-footnote-ref]', events: ['pointerover'], load: footnote },
  { selector: '.heading-anchor', events: ['click'], load: () => import('../comforts/heading-links.ts') },
  { selector: 'input[type=search]', events: ['focusin'], load: () => import('../comforts/suggestions/suggestions.ts') },
  { selector: 'body', events: ['keydown'], takes: isSlash, load: () => import('../comforts/focus-search.ts') },
  { selector: '.site-header', events: ['scroll'], load: () => import('../comforts/returning-header.ts') },
  { selector: '.post', events: ['scroll'], load: loadReadingPlace },
];

let isLeft = false;

/** Has every comfort load when it is used. One listener for each kind of event, for whatever the page shows now or later. */
export function offerComforts(): void {
  for (const type of new Set(comforts.flatMap(({ events }) => events))) {
    document.addEventListener(type, meet, { capture: type !== 'click', passive: type === 'scroll' });
  }
}

function meet(event: Event): void {
  const { target, type } = event;
  if (isLeft || event.defaultPrevented) return;
  for (const { selector, events, load, takes } of comforts) {
    if (!events.some((each) => each === type)) continue;
    const element =
      target instanceof Element ? target.closest<HTMLElement>(selector) : document.querySelector<HTMLElement>(selector);
    if (!element || takes?.(event, element) === false) continue;
    if (takes) event.preventDefault();
    load().then(
      ({ use }) => use(element, event),
      (error: unknown) => {
        console.warn('Part of the page could not be loaded', error);
        if (takes) leave(element);
      },
    );
  }
}

function isLinkPress(event: Event): boolean {
  return event instanceof MouseEvent && isPlainClick(event);
}

/** Shift is not asked about: on some keyboards it makes the slash. */
function isSlash(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  return !document.activeElement?.matches('input, select, textarea');
}

/** Leaves a click that was taken to the browser after all. */
function leave(element: HTMLElement): void {
  isLeft = true;
  element.click();
  isLeft = false;
}
