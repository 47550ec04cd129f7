import { VISIT_ID } from '../../element-ids.ts';
import type { Visit } from '../../visit.ts';
import { push, startMeasuring } from './analytics.ts';
import { countView } from './count-view.ts';
import { prepareToWake } from './wake.ts';

/** Sends what opening the page counts as: its events and, where it is a post, the reading. */
export function countVisit(): void {
  const text = document.getElementById(VISIT_ID)?.textContent;
  if (!text) return;
  const { events, analyticsId, postId, screens }: Visit = JSON.parse(text);
  prepareToWake(screens);
  startMeasuring(analyticsId);
  for (const event of events) push(event);
  if (postId !== null) countView(postId);
}
