import type { countReadToEnd } from '#shared/contract/posts.ts';
import { BODY_ID } from '../../../element-ids.ts';
import { counted, type ReadThing } from '../../enhancer/count-view.ts';
import { PLACES_KEY } from '../../enhancer/places-key.ts';
import { writerOrigin } from '../../enhancer/writer-origin.ts';
import { make } from '../make.ts';
import { isUnderWay, keepPlace, parsePlaces } from './reading-places.ts';
import './reading-place.css';

/** How long the page must lie still before its place is kept, in milliseconds. */
const LIES_STILL = 300;

const END_CALL: (typeof countReadToEnd)['path'] = '/api/posts/:id/end';
const reported = new Set<ReadThing>();

let slug: string | undefined;
let offer: HTMLElement | undefined;
let wait: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps, from now on, how far posts are read, on this device alone, and offers to go on there when one is opened again
 * at its top. Called when a post is shown, and when it is scrolled by hand.
 */
export function use(): void {
  const shown = location.pathname.split('/post/')[1];
  if (shown !== slug) {
    slug = shown;
    withdraw();
    offerPlace();
  }
  if (offer && (scrollY > innerHeight || (shareRead() ?? 0) > 0.1)) withdraw();
  noteEnd();
  clearTimeout(wait);
  wait = setTimeout(keep, LIES_STILL);
}

addEventListener('scroll', use, { passive: true });
addEventListener('pagehide', keep);

function keep(): void {
  const read = shareRead();
  if (slug === undefined || offer || read === null || location.pathname.split('/post/')[1] !== slug) return;
  try {
    const places = parsePlaces(localStorage.getItem(PLACES_KEY));
    localStorage.setItem(PLACES_KEY, JSON.stringify(keepPlace(places, slug, read)));
  } catch {
    // Storage can be off or full: the place is not kept then.
  }
}

/** How much of the text has gone by, 0 to 1; null for a text that hardly fills the window. */
function shareRead(): number | null {
  const text = document.getElementById(BODY_ID)?.getBoundingClientRect();
  if (!text || text.height < 2 * innerHeight) return null;
  return Math.min(1, Math.max(0, -text.top / (text.height - innerHeight)));
}

function offerPlace(): void {
  const [, read = 0] = parsePlaces(localStorage.getItem(PLACES_KEY)).find(([each]) => each === slug) ?? [];
  if (!isUnderWay(read) || location.hash !== '' || shareRead() !== 0) return;
  const attributes = { class: 'reading-place', 'aria-label': 'Reading place', 'data-comfort': '' };
  offer = make('section', attributes, make('button', { type: 'button' }, 'Continue where you were'));
  document.body.append(offer);
  offer.addEventListener('click', () => {
    withdraw();
    const text = document.getElementById(BODY_ID)?.getBoundingClientRect();
    if (!text) return;
    scrollTo({ top: scrollY + text.top + read * (text.height - innerHeight), behavior: 'instant' });
    document.querySelector('main')?.focus({ preventScroll: true });
  });
}

function withdraw(): void {
  offer?.remove();
  offer = undefined;
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
