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
 * All that a page loads before a reader touches anything: what it does without React, and what loads the rest at its
 * first use. `npm run size` holds it to its budget. What it does goes on when React has come.
 */
function start(): void {
  startThemeToggle();
  startViewChoice();
  followHistory();
  offerComforts();
  countVisit();
  for (const body of document.querySelectorAll('.embeds')) showEmbeds(body);
  offerPlace();
  // A browser only scrolls to a field that an address leads to.
  document.querySelector<HTMLElement>('input:target')?.focus();
  // Last: it repeats an earlier press, which the listeners above may be for.
  keepFirstPresses();
}

// The admin loads the same file for what both need of it; its page is none of the reading site's.
if (document.getElementById(VISIT_ID)) start();

/**
 * Back and Forward may lead, without loading a document, to a screen that React showed here before the page was reloaded.
 * As long as React is not there to show it again, the document at that address is loaded.
 */
function followHistory(): void {
  const address = () => location.pathname + location.search;
  const loaded = window[PRESSES]?.at ?? address();
  const follow = () => {
    if (address() !== loaded && !isAwake()) location.reload();
  };
  addEventListener('popstate', follow);
  // It may have led away before this script came.
  follow();
}

/** Sends what opening the page counts as: its events and its reading. That of a post may be the owner's, which is none. */
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
