import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import type { Span, Subject } from '#server/repositories/statistics/spans.ts';
import { type PostSum, sumPosts } from '#server/repositories/statistics/sum-posts.ts';
import { sumHosts } from '#server/repositories/statistics/sum-readings.ts';

/** The number of days or months that are processed at once: years at once would make readers wait. */
const AT_ONCE = [30, 12] as const;

/** Calls `add` with the rows of a span, part after part; other requests get their turn in between. */
async function inParts<Row>(span: Span, load: (part: Span) => Promise<Row[]>, add: (row: Row) => void): Promise<void> {
  const size = AT_ONCE[span.unit];
  for (let from = span.from; from <= span.to; from += size) {
    for (const row of await load({ ...span, from, to: Math.min(span.to, from + size - 1) })) add(row);
    await turn();
  }
}

/** The readings of each post in a span, by the post's id. */
export async function postSums(
  db: Executor,
  span: Span,
  subject: Subject | null = null,
): Promise<Map<number, PostSum>> {
  const sums = new Map<number, PostSum>();
  await inParts(
    span,
    (part) => sumPosts(db, part, subject),
    ({ id, readings, ends }) => addTo(sums, id, { readings, ends }),
  );
  return sums;
}

/** Adds to the sum of an id. */
export function addTo(sums: Map<number, PostSum>, id: number, { readings, ends }: Omit<PostSum, 'id'>): void {
  const known = sums.get(id);
  if (known) {
    known.readings += readings;
    known.ends += ends;
  } else sums.set(id, { id, readings, ends });
}

/** The number of readings from each site in a span; all other sites are under the empty name. */
export async function hostSums(db: Executor, span: Span, subject: Subject | null): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  await inParts(
    span,
    (part) => sumHosts(db, part, subject),
    ({ host, readings }) => sums.set(host, (sums.get(host) ?? 0) + readings),
  );
  return sums;
}
