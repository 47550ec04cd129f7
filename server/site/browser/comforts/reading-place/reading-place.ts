import type { countReadToEnd } from '#shared/contract/posts/posts.ts';
import { BODY_ID } from '../../../element-ids.ts';
import { counted, type ReadThing } from '../../enhancer/count-view.ts';
import { OFFER_CLASS, PLACES_KEY } from '../../enhancer/reading-place-names.ts';
import { writerOrigin } from '../../enhancer/writer-origin.ts';
import { keepPlace, parsePlaces } from './reading-places.ts';

/** How long the page must lie still before its place is kept, in milliseconds. */
const LIES_STILL = 300;

const END_CALL: (typeof countReadToEnd)['path'] = '/api/posts/:id/end';
const reported = new Set<ReadThing>();

let slug: string | undefined;
let wait: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps, from now on, how far posts are read, on this device alone. Called when a post is scrolled by hand, and with the
 * offer to go on where it was left when that is taken.
 */
export function use(element: HTMLElement): void {
  if (element.classList.contains(OFFER_CLASS)) goOn();
  follow();
}

addEventListener('scroll', follow, { passive: true });
addEventListener('pagehide', keep);

function follow(): void {
  slug = shownSlug();
  if (scrollY > innerHeight || (shareRead() ?? 0) > 0.1) findOffer()?.remove();
  noteEnd();
  clearTimeout(wait);
  wait = setTimeout(keep, LIES_STILL);
}

/** Goes to where the post shown was left. */
function goOn(): void {
  findOffer()?.remove();
  const shown = shownSlug();
  const [, read = 0] = parsePlaces(localStorage.getItem(PLACES_KEY)).find(([each]) => each === shown) ?? [];
  const text = document.getElementById(BODY_ID)?.getBoundingClientRect();
  if (!text) return;
  scrollTo({ top: scrollY + text.top + read * (text.height - innerHeight), behavior: 'instant' });
  document.querySelector('main')?.focus({ preventScroll: true });
}

function keep(): void {
  const read = shareRead();
  // While it is offered, the place that was kept stands.
  if (slug === undefined || findOffer() || read === null || shownSlug() !== slug) return;
  try {
    const places = parsePlaces(localStorage.getItem(PLACES_KEY));
    localStorage.setItem(PLACES_KEY, JSON.stringify(keepPlace(places, slug, read)));
  } catch {
    // Storage can be off or full: the place is not kept then.
  }
}

function shownSlug(): string | undefined {
  return location.pathname.split('/post/')[1];
}

function findOffer(): Element | null {
  return document.querySelector(`.${OFFER_CLASS}`);
}

/** How much of the text has gone by, 0 to 1; null for a text that hardly fills the window. */
function shareRead(): number | null {
  const text = document.getElementById(BODY_ID)?.getBoundingClientRect();
  if (!text || text.height < 2 * innerHeight) return null;
  return Math.min(1, Math.max(0, -text.top / (text.height - innerHeight)));
}

/** Tells the server, once, that the end of the post shown has come into sight; only of a reading that was counted. */
function noteEnd(): void {
  const text = document.getElementById(BODY_ID)?.getBoundingClientRect();
  if (
    counted === false ||
    !counted.startsWith('posts/') ||
    reported.has(counted) ||
    !text ||
    text.bottom > innerHeight + 1
  )
    return;
  reported.add(counted);
  // A reading whose end does not arrive is one whose end is not known.
  fetch(writerOrigin() + END_CALL.replace('posts/:id', counted), { method: 'POST', keepalive: true }).catch(() => {});
}
