import { VISIT_ID } from '../../element-ids.ts';
import type { Visit } from '../../visit.ts';
import { PRESSES } from '../press-script.ts';
import { push, startMeasuring } from './analytics.ts';
import { offerComforts } from './comforts.ts';
import { countPage, countView } from './count-view.ts';
import { keepFirstPresses } from './first-press.ts';
import { offerPlace } from './offer-place.ts';
import { showEmbeds } from './post-embeds.ts';
import { startThemeToggle } from './theme-toggle.ts';
import { startViewChoice } from './view-choice.ts';
import { isAwake, prepareToWake } from './wake.ts';

/**
 * Starts everything that a page loads before a reader touches anything: the parts that work without React, and the code
 * that loads the rest at its first use. `npm run size` checks its size against a budget. These parts keep working when
 * React has loaded.
 */
function start(): void {
  startThemeToggle();
  startViewChoice();
  followHistory();
  offerComforts();
  countVisit();
  for (const body of document.querySelectorAll('.embeds')) showEmbeds(body);
  offerPlace();
  // The browser itself only scrolls to the field that an address names; it does not focus it.
  document.querySelector<HTMLElement>('input:target')?.focus();
  // Called last: it repeats an earlier press, which may be for one of the listeners above.
  keepFirstPresses();
}

// The admin loads the same file for the code that both need; its page is not one of the reading site.
if (document.getElementById(VISIT_ID)) start();

/**
 * Handles Back and Forward before React has loaded. They may lead, without loading a document, to a screen that React
 * showed here before the page was reloaded. As long as React cannot show that screen again, the document at its address
 * is loaded.
 */
function followHistory(): void {
  const address = () => location.pathname + location.search;
  const loaded = window[PRESSES]?.at ?? address();
  const follow = () => {
    if (address() !== loaded && !isAwake()) location.reload();
  };
  addEventListener('popstate', follow);
  // The address may have changed before this script was loaded.
  follow();
}

/** Sends the events of opening the page, and counts its reading. A reading of a post by the owner is not counted. */
function countVisit(): void {
  const text = document.getElementById(VISIT_ID)?.textContent;
  if (!text) return;
  const { events, analyticsId, postId, screens }: Visit = JSON.parse(text);
  prepareToWake(screens);
  startMeasuring(analyticsId);
  for (const event of events) push(event);
  if (postId !== null) countView(`posts/${postId}`);
  else if (screens !== 'post') countPage();
}
