import { VISIT_ID } from '../../element-ids.ts';
import type { Visit } from '../../visit.ts';
import { push, startMeasuring } from './analytics.ts';
import { countPage, countView } from './count-view.ts';
import { prepareToWake } from './wake.ts';

/** Sends what opening the page counts as: its events and its reading. That of a post may be the owner's, which is none. */
export function countVisit(): void {
  const text = document.getElementById(VISIT_ID)?.textContent;
  if (!text) return;
  const { events, analyticsId, postId, screens }: Visit = JSON.parse(text);
  prepareToWake(screens);
  startMeasuring(analyticsId);
  for (const event of events) push(event);
  if (postId !== null) countView(`posts/${postId}`);
  else if (screens !== 'post') countPage();
}
