import { leadsToPicture } from './lightbox/leads-to-picture.ts';

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
  /** For a click on a link: whether it is done here in the place of following the link. */
  takes?: (link: HTMLAnchorElement) => boolean;
}

const comforts: readonly Comfort[] = [
  {
    on: ['click'],
    at: '.prose a.post-picture',
    load: () => import('./lightbox/lightbox.ts'),
    takes: (link) => leadsToPicture(link.href, link.querySelector('img')?.src),
  },
];

/**
 * Listens for all comforts. A click that one takes is held while its code is loaded; where that cannot be had, the link
 * is followed. Clicks with a modifier, or with another button, are the browser's.
 */
export function watchComforts(): void {
  for (const comfort of comforts) {
    for (const name of comfort.on) document.addEventListener(name, (event) => meet(comfort, event));
  }
}

function meet({ at, load, takes }: Comfort, event: Event): void {
  const { target } = event;
  const element = target instanceof Element ? target.closest<HTMLElement>(at) : document.querySelector<HTMLElement>(at);
  if (!element || (takes && !(isPlainClick(event) && takes(element as HTMLAnchorElement)))) return;
  if (takes) event.preventDefault();
  load().then(
    ({ start }) => start(element, event),
    () => {
      if (takes) location.assign((element as HTMLAnchorElement).href);
    },
  );
}

function isPlainClick(event: Event): boolean {
  if (!(event instanceof MouseEvent) || event.defaultPrevented || event.button !== 0) return false;
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
