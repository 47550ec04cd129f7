import type { ComfortName } from '../comforts/load-comfort.ts';
import { leadsToPicture } from './leads-to-picture.ts';
import { isPlainClick } from './plain-click.ts';
import { OFFER_CLASS } from './reading-place-names.ts';

/**
 * A comfort for readers, whose code and styles are fetched at its first use: when one of `events` meets an element that
 * matches `selector`. It costs a reader who does not use it this line. Nothing of it may be React's, and the page must
 * work without it.
 */
interface Comfort {
  name: ComfortName;
  selector: string;
  events: (keyof DocumentEventMap)[];
  /**
   * Whether an event is taken away from the browser: a link's own way is gone only where the module cannot be had.
   * Clicks for a new tab or window stay the browser's. Without it, the comfort comes beside what the browser does.
   */
  takes?: (event: Event, element: HTMLElement) => boolean;
}

/** What scrolls a page by hand: not what a script or the browser does, which is no touch. */
const SCROLLS: Comfort['events'] = ['wheel', 'touchmove', 'keydown'];

/** Every comfort, a line each: selector and events → what is loaded. */
const comforts: Comfort[] = [
  { name: 'videoCard', selector: '.video-card a', events: ['click'], takes: isLinkPress },
  {
    name: 'lightbox',
    selector: '.prose a.post-picture',
    events: ['click'],
    takes: (event, link) =>
      isLinkPress(event) && leadsToPicture((link as HTMLAnchorElement).href, link.querySelector('img')?.src),
  },
  // Until all blocks have their buttons, which stand before the code. A finger that scrolls asks for them too.
  { name: 'codeTools', selector: 'main:has(.prose pre > code:first-child)', events: ['pointermove', 'focusin'] },
  { name: 'footnote', selector: '[data-footnote-ref]', events: ['click'], takes: isLinkPress },
  { name: 'footnote', selector: '[data-footnote-ref]', events: ['pointermove'] },
  { name: 'headingLink', selector: '.heading-anchor', events: ['click'] },
  { name: 'suggestions', selector: 'input[type=search]', events: ['focusin'] },
  { name: 'focusSearch', selector: 'body', events: ['keydown'], takes: isSlash },
  { name: 'returningHeader', selector: 'body', events: SCROLLS },
  { name: 'readingPlace', selector: 'body:has(.post)', events: SCROLLS },
  { name: 'readingPlace', selector: `.${OFFER_CLASS}`, events: ['click'] },
  // The bar beside a page belongs to its root.
  { name: 'watchContents', selector: 'html:has(.post-contents)', events: [...SCROLLS, 'pointerdown'] },
  { name: 'sideMenu', selector: '.side-menu', events: ['click', 'keydown'] },
];

let isLeft = false;

/** Has every comfort load when it is used. One listener for each kind of event, for whatever the page shows now or later. */
export function offerComforts(): void {
  for (const type of new Set(comforts.flatMap(({ events }) => events))) {
    document.addEventListener(type, meet, {
      capture: type !== 'click',
      passive: type === 'wheel' || type === 'touchmove',
    });
  }
}

function meet(event: Event): void {
  const { target, type } = event;
  if (isLeft || event.defaultPrevented || !(target instanceof Element)) return;
  for (const { name, selector, events, takes } of comforts) {
    const element = events.some((each) => each === type) && target.closest<HTMLElement>(selector);
    if (!element || takes?.(event, element) === false) continue;
    if (takes) event.preventDefault();
    askFor(name).then(
      ({ use }) => use(element, event),
      (error: unknown) => {
        console.warn(error);
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

/**
 * Loads the module of a comfort. The names of all files stand in a file of their own: each costs some thirty bytes, which
 * most readers never need.
 */
async function askFor(name: ComfortName) {
  // Its exports taken apart here would cost the build some twenty bytes more.
  const comforts = await import('../comforts/load-comfort.ts');
  return comforts.loadComfort(name);
}
