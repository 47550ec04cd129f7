import type { countView as ofPost } from '#shared/contract/posts/posts.ts';
import type { countPageView } from '#shared/contract/statistics.ts';
import { writerOrigin } from './writer-origin.ts';

/** How long a page must be in sight before it counts as read, in milliseconds. */
export const IN_SIGHT = 1000;

type Filled<Path extends string> = Path extends `/api/${infer Before}/:${string}/view` ? `${Before}/${string}` : never;
/** What is read, as it stands in the address of its call: a post by its id, another page by the first part of its address. */
export type ReadThing = Filled<(typeof ofPost)['path'] | (typeof countPageView)['path']>;

/** What is shown, once it was counted: the reading that may come to its end. */
export let counted: ReadThing | false = false;

/** Global Privacy Control (https://www.w3.org/TR/gpc/), which not every browser knows. */
type Private = Navigator & { globalPrivacyControl?: boolean };

/** The site that has led here. Empty once a page was counted: those after it are come to from our own. */
let from: string | false | undefined;
/** What stops the waits that are under way; of what was counted since the page was loaded, `done`. */
const stops = new Map<ReadThing, () => void>();
const done = () => {};

/** Counts one opening of the page shown, which is no post. */
export function countPage() {
  return countView(`pages/${location.pathname.split('/')[1] || 'home'}`);
}

/**
 * Counts one reading once the page has been in sight for a second: tabs opened in the background, pages loaded
 * ahead and readers who turn round at once do not count. Once a visit, whoever asks; the server counts once a reader a
 * day. Returns a function that cancels it.
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
    // What has been counted stays so, whoever stops waiting for it later.
    if (stops.get(thing) === stop) stops.delete(thing);
  };
  const count = () => {
    stop();
    stops.set(thing, done);
    counted = thing;
    // Of the site its name alone leaves the browser, and not even that where the reader asks not to be followed.
    from ??=
      !(navigator as Private).globalPrivacyControl && navigator.doNotTrack !== '1' && document.referrer.split('/')[2];
    // keepalive: it arrives also when the reader follows a link at that moment. A view that is lost is no fault.
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
