import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { SecondReadingsTable } from '#server/db/reading-tables.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { readingKinds } from '#shared/contract/second-readings.ts';

/** A reader's finding about some words, wherever they are in the text. */
const keptFinding = z.object({
  kind: z.enum(readingKinds).catch('other'),
  quote: z.string(),
  says: z.string(),
  advice: z.string(),
});
export type KeptFinding = z.output<typeof keptFinding>;

/** The post or the workspace document that is read; 0 or empty when there is none. */
export interface ReadThing {
  postId: number;
  document: string;
}

export interface StoredReading {
  postId: number | null;
  document: string;
  wordsHash: string;
  findings: KeptFinding[];
  model: string;
  costUsd: number | null;
  readAt: string;
}

/** The places by which the costs of readings are summed: a post is read as a document before it is stored. */
export function readPlaces({ postId, document }: ReadThing): string[] {
  return [...(postId > 0 ? [`post:${postId}`] : []), ...(document === '' ? [] : [document])];
}

/**
 * Replaces the stored reading of a post or document; does nothing when the post is gone. `now` in milliseconds since
 * 1970.
 */
export async function storeReading(
  ex: Executor,
  { postId, document }: ReadThing,
  reading: Pick<StoredReading, 'wordsHash' | 'findings' | 'model' | 'costUsd'>,
  now: number,
): Promise<void> {
  await atomically(ex, async (trx) => {
    const post =
      postId > 0 ? await trx.selectFrom('blog_posts').select('id').where('id', '=', postId).executeTakeFirst() : null;
    if (postId > 0 && !post) return;
    await trx
      .deleteFrom('second_readings')
      .where(({ or, eb }) => or([eb('post_id', '=', postId), eb('document', '=', document).and('document', '<>', '')]))
      .execute();
    await trx
      .insertInto('second_readings')
      .values({
        post_id: post ? post.id : null,
        document,
        words_hash: reading.wordsHash,
        findings: JSON.stringify(reading.findings),
        model: reading.model,
        cost_usd: reading.costUsd,
        read_at: isoTime(now),
      })
      .execute();
  });
}

/**
 * The reading of a post, or of the document in which it is written; else, of the readings that belong to no post, the
 * newest of exactly these words. From then on the reading found belongs to the post.
 */
export async function findReading(
  ex: Executor,
  { postId, document }: ReadThing,
  wordsHash: string,
): Promise<StoredReading | null> {
  const found = await ex
    .selectFrom('second_readings')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('post_id', '=', postId),
        eb('document', '=', document).and('document', '<>', ''),
        eb('words_hash', '=', wordsHash).and('post_id', 'is', null),
      ]),
    )
    .execute();
  const rank = (row: Selectable<SecondReadingsTable>) =>
    row.post_id === postId ? 2 : row.document === document ? 1 : 0;
  const [row] = found.toSorted((a, b) => rank(b) - rank(a) || b.read_at.localeCompare(a.read_at));
  if (!row) return null;
  if (postId > 0 && row.post_id === null) {
    // If the post was deleted in the meantime, its reading stays as it is.
    await ex
      .updateTable('second_readings')
      .set({ post_id: postId })
      .where('id', '=', row.id)
      .where(({ exists, selectFrom }) => exists(selectFrom('blog_posts').select('id').where('id', '=', postId)))
      .execute();
  }
  return toReading(row);
}

/**
 * The cost of readings in USD: of all readings of these places, or of all readings since `since` (milliseconds since
 * 1970).
 */
export async function sumReadings(
  ex: Executor,
  of: { places: readonly string[] } | { since: number },
): Promise<number> {
  const query = ex.selectFrom('ai_calls').select(({ fn }) => fn.sum<number | null>('cost_usd').as('costUsd'));
  const chosen =
    'places' in of
      ? query.where('reads', 'in', of.places)
      : query.where('reads', 'is not', null).where('created_at', '>=', isoTime(of.since));
  return (await chosen.executeTakeFirstOrThrow()).costUsd ?? 0;
}

/** Deletes old readings of documents that never became a post. `time` in milliseconds since 1970. */
export async function forgetReadings(ex: Executor, time: number): Promise<void> {
  await ex.deleteFrom('second_readings').where('post_id', 'is', null).where('read_at', '<', isoTime(time)).execute();
}

/** Findings that another version of the program wrote, and that cannot be read, are skipped. */
const readFindings = z.array(keptFinding).catch([]);

function toReading(row: Selectable<SecondReadingsTable>): StoredReading {
  return {
    postId: row.post_id,
    document: row.document,
    wordsHash: row.words_hash,
    findings: readFindings.parse(JSON.parse(row.findings)),
    model: row.model,
    costUsd: row.cost_usd,
    readAt: row.read_at,
  };
}
