import type { PublicationStatus } from '#shared/contract/operation/publication.ts';
import { dateAndTime, timeAgo } from '../dates.ts';
import { bytesText } from '../sync/copy-texts.ts';

/** Says in one line how the publication for reader servers is doing: "Published 2 minutes ago (3.1 MB)." */
export function publicationLine({ state, last, failure }: PublicationStatus, now: number): string {
  if (state === 'stopped') return failure?.message ?? 'This server has stopped publishing.';
  const published = last
    ? `Published ${timeAgo(last.at, now)} (${bytesText(last.bytes)}${dueText(last.due)})`
    : 'Not published yet';
  if (failure)
    return `${published}, failing since ${dateAndTime(failure.since)} (${failure.message}). It is tried again; until then reader servers show what they have.`;
  if (state === 'publishing') return `${published}; what has changed is being published.`;
  return state === 'waiting' ? `${published}; what has changed is published in a moment.` : `${published}.`;
}

function dueText(due: number): string {
  if (due === 0) return '';
  return due === 1 ? ', with a post that is due within a day' : `, with ${due} posts that are due within a day`;
}
