import type { ComfortName } from '../comforts/load-comfort.ts';
import { leadsToPicture } from './leads-to-picture.ts';
import { isPlainClick } from './plain-click.ts';
import { OFFER_CLASS } from './reading-place-names.ts';

/**
 * A comfort for readers. Its code and styles are fetched at its first use: when one of `events` meets an element that
 * matches `selector`. It costs a reader who does not use it only its line in the list below. It must not be part of
 * React, and the page must work without it.
 */
interface Comfort {
  name: ComfortName;
  selector: string;
  events: (keyof DocumentEventMap)[];
  /**
   * Whether the comfort handles an event in the browser's place. The browser then follows a link only when the module
   * cannot be loaded. Clicks for a new tab or window are left to the browser. Without `takes`, the comfort works in
   * addition to the browser's own action.
   */
  takes?: (event: Event, element: HTMLElement) => boolean;
}

/** The events by which a reader scrolls a page by hand. Scrolling by a script or by the browser does not count. */
const SCROLLS: Comfort['events'] = ['wheel', 'touchmove', 'keydown'];

/** All comforts, one a line: selector and events → the module that is loaded. */
const comforts: Comfort[] = [
  { name: 'videoCard', selector: '.video-card a', events: ['click'], takes: isLinkPress },
  {
    name: 'lightbox',
    selector: '.prose a.post-picture',
    events: ['click'],
    takes: (event, link) =>
      isLinkPress(event) && leadsToPicture((link as HTMLAnchorElement).href, link.querySelector('img')?.src),
  },
  // Matches until all blocks have their buttons, which stand before the code. A finger that scrolls asks for the
  // buttons too.
  { name: 'codeTools', selector: 'main:has(.prose pre > code:first-child)', events: ['pointermove', 'focusin'] },
  { name: 'footnote', selector: '[data-footnote-ref]', events: ['click'], takes: isLinkPress },
  { name: 'footnote', selector: '[data-footnote-ref]', events: ['pointermove'] },
  { name: 'headingLink', selector: '.heading-anchor', events: ['click'] },
  { name: 'suggestions', selector: 'input[type=search]', events: ['focusin'] },
  { name: 'focusSearch', selector: 'body', events: ['keydown'], takes: isSlash },
  { name: 'returningHeader', selector: 'body', events: SCROLLS },
  { name: 'readingPlace', selector: 'body:has(.post)', events: SCROLLS },
  { name: 'readingPlace', selector: `.${OFFER_CLASS}`, events: ['click'] },
  // The scroll bar beside a page belongs to the root element.
  { name: 'watchContents', selector: 'html:has(.post-contents)', events: [...SCROLLS, 'pointerdown'] },
  { name: 'sideMenu', selector: '.side-menu', events: ['click', 'keydown'] },
];

let isLeft = false;

/**
 * Loads each comfort at its first use. One listener for each kind of event serves everything the page shows now or
 * later.
 */
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

/** Shift is not checked: on some keyboards the slash needs it. */
function isSlash(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  return !document.activeElement?.matches('input, select, textarea');
}

/** Repeats a click that a comfort has taken, so that the browser handles it after all. */
function leave(element: HTMLElement): void {
  isLeft = true;
  element.click();
  isLeft = false;
}

/**
 * Loads the module of a comfort. The names of all files are in a separate file: each name costs some thirty bytes,
 * which most readers never need.
 */
async function askFor(name: ComfortName) {
  // Destructuring the exports here would cost some twenty more bytes in the build.
  const comforts = await import('../comforts/load-comfort.ts');
  return comforts.loadComfort(name);
}
