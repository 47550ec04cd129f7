import type { countReadToEnd } from '#shared/contract/posts/posts.ts';
import { BODY_ID } from '../../../element-ids.ts';
import { counted, type ReadThing } from '../../enhancer/count-view.ts';
import { OFFER_CLASS, PLACES_KEY } from '../../enhancer/reading-place-names.ts';
import { writerOrigin } from '../../enhancer/writer-origin.ts';
import { keepPlace, parsePlaces } from './reading-places.ts';

/** Milliseconds that the page must lie still before its place is stored. */
const LIES_STILL = 300;

const END_CALL: (typeof countReadToEnd)['path'] = '/api/posts/:id/end';
const reported = new Set<ReadThing>();

let slug: string | undefined;
let wait: ReturnType<typeof setTimeout> | undefined;

/**
 * Stores, from now on, how far posts are read, on this device alone. Called when a post is scrolled by hand, and, with
 * the offer's element, when the reader accepts the offer to continue.
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

/** Scrolls to the place where the reader left the post shown. */
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
  // The stored place is not replaced while it is offered.
  if (slug === undefined || findOffer() || read === null || shownSlug() !== slug) return;
  try {
    const places = parsePlaces(localStorage.getItem(PLACES_KEY));
    localStorage.setItem(PLACES_KEY, JSON.stringify(keepPlace(places, slug, read)));
  } catch {
    // Storage can be off or full: then the place is not stored.
  }
}

function shownSlug(): string | undefined {
  return location.pathname.split('/post/')[1];
}

function findOffer(): Element | null {
  return document.querySelector(`.${OFFER_CLASS}`);
}

/** Returns how much of the text has scrolled by, 0 to 1; null for a text lower than two windows. */
function shareRead(): number | null {
  const text = document.getElementById(BODY_ID)?.getBoundingClientRect();
  if (!text || text.height < 2 * innerHeight) return null;
  return Math.min(1, Math.max(0, -text.top / (text.height - innerHeight)));
}

/** Tells the server, once, that the end of the post shown has come into sight; only for a reading that was counted. */
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
  // If this call is lost, the end of the reading is simply not known.
  fetch(writerOrigin() + END_CALL.replace('posts/:id', counted), { method: 'POST', keepalive: true }).catch(() => {});
}
