import type { countView as ofPost } from '#shared/contract/posts/posts.ts';
import type { countPageView } from '#shared/contract/statistics.ts';
import { writerOrigin } from './writer-origin.ts';

/** Milliseconds that a page must be in sight before it counts as read. */
export const IN_SIGHT = 1000;

type Filled<Path extends string> = Path extends `/api/${infer Before}/:${string}/view` ? `${Before}/${string}` : never;
/**
 * The page that is read, as the address of its call names it: a post by its id, another page by the first part of its
 * address.
 */
export type ReadThing = Filled<(typeof ofPost)['path'] | (typeof countPageView)['path']>;

/** The page shown, once it was counted: the reading whose end may be reported. */
export let counted: ReadThing | false = false;

/** Global Privacy Control (https://www.w3.org/TR/gpc/), which not every browser knows. */
type Private = Navigator & { globalPrivacyControl?: boolean };

/** The site from which the reader came. Empty once a page was counted: readers come to later pages from our own. */
let from: string | false | undefined;
/** The functions that cancel the pending waits; for a page already counted since the document was loaded, `done`. */
const stops = new Map<ReadThing, () => void>();
const done = () => {};

/** Counts one opening of the page shown, which is not a post. */
export function countPage() {
  return countView(`pages/${location.pathname.split('/')[1] || 'home'}`);
}

/**
 * Counts one reading once the page has been in sight for a second: tabs opened in the background, prefetched pages and
 * readers who leave at once do not count. A page is counted once a visit, however often this is called; the server
 * counts once a reader a day. Returns a function that cancels the wait.
 */
export function countView(thing: ReadThing): () => void {
  const known = stops.get(thing);
  counted = known === done && thing;
  if (known) return known;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(count, IN_SIGHT);
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', watch);
    // A reading that has been counted stays counted, even when its wait is cancelled later.
    if (stops.get(thing) === stop) stops.delete(thing);
  };
  const count = () => {
    stop();
    stops.set(thing, done);
    counted = thing;
    // Only the host name of that site leaves the browser, and not even that where the reader asks not to be tracked.
    from ??=
      !(navigator as Private).globalPrivacyControl && navigator.doNotTrack !== '1' && document.referrer.split('/')[2];
    // keepalive: the call arrives even when the reader follows a link at that moment. A lost view is no fault.
    fetch(`${writerOrigin()}/api/${thing}/view${from ? `?from=${from}` : ''}`, {
      method: 'POST',
      keepalive: true,
    }).catch(done);
    from = '';
  };
  stops.set(thing, stop);
  document.addEventListener('visibilitychange', watch);
  watch();
  return stop;
}
