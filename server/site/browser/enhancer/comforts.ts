import { isPlainClick } from './plain-click.ts';

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
  selector: string;
  events: (keyof HTMLElementEventMap)[];
  load: () => Promise<ComfortModule>;
  /**
   * Takes plain clicks away from the browser: the link's own way is gone only where the module cannot be had. Clicks for
   * a new tab or window stay the browser's.
   */
  takesClicks?: boolean;
}

/** Every comfort, a line each: selector and events → what is loaded. */
const comforts: Comfort[] = [
  {
    selector: '.video-card a',
    events: ['click'],
    takesClicks: true,
    load: () => import('../embeds/video-cards.ts'),
  },
];

let isLeft = false;

/** Has every comfort load when it is used. One listener for each kind of event, for whatever the page shows now or later. */
export function offerComforts(): void {
  for (const type of new Set(comforts.flatMap(({ events }) => events))) {
    document.addEventListener(type, (event) => meet(event), { capture: type !== 'click' });
  }
}

function meet(event: Event): void {
  if (isLeft || event.defaultPrevented || !(event.target instanceof Element)) return;
  for (const { selector, events, load, takesClicks } of comforts) {
    const element = events.some((type) => type === event.type) && event.target.closest<HTMLElement>(selector);
    if (!element) continue;
    const isTaken = takesClicks && event instanceof MouseEvent && event.type === 'click';
    if (isTaken && !isPlainClick(event)) continue;
    if (isTaken) event.preventDefault();
    load().then(
      ({ use }) => use(element, event),
      (error: unknown) => {
        console.warn('Part of the page could not be loaded', error);
        if (isTaken) leave(element);
      },
    );
  }
}

/** Leaves a click that was taken to the browser after all. */
function leave(element: HTMLElement): void {
  isLeft = true;
  element.click();
  isLeft = false;
}
