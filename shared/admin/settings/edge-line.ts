import type { EdgeState } from '#shared/contract/operation/edge.ts';
import { dateAndTime, timeAgo } from '../dates.ts';

/** Says in one line how an edge is doing: "Last told 2 minutes ago." */
export function edgeLine({ waiting, lastAt, failure }: EdgeState, now: number): string {
  const last = lastAt === null ? 'Not told yet' : `Last told ${timeAgo(lastAt, now)}`;
  if (!failure) return waiting === 0 ? `${last}.` : `${last}, ${waiting} waiting.`;
  const fault = `failing since ${dateAndTime(failure.since)} (${failure.message}), ${waiting} waiting`;
  return `${last}, ${fault}. It is tried again; until then readers may see pages that are ten minutes old.`;
}
