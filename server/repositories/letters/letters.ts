import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { LettersTable } from '#server/db/letter-tables.ts';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { type Letter, type LetterAudience, letterAudience, letterFigures } from '#shared/contract/letters/letters.ts';
import { newestPage } from '../newest-page.ts';
import type { Page, Paging } from '../paging.ts';
import { valuesOf } from '../values-of.ts';
import { figuresOf } from './recipients.ts';

const ids = z.array(z.int());

export type LetterKind = Selectable<LettersTable>['kind'];

/** A letter as the code that sends it needs it. */
export interface OpenLetter {
  id: number;
  kind: LetterKind;
  isByHand: boolean;
  audience: LetterAudience;
  postIds: number[];
  state: 'waiting' | 'preparing' | 'sending';
  preparedTo: number;
}

export interface NewLetter {
  /** Identifies the letter: two requests with the same key make one letter. */
  key: string;
  kind: LetterKind;
  isByHand?: boolean;
  audience: LetterAudience;
  postIds: readonly number[];
  subject: string;
  /** Milliseconds since 1970. */
  startsAt: number;
}

/** Inserts a letter; returns its id, or null when a letter with this key exists. `now` in milliseconds since 1970. */
export async function insertLetter(ex: Executor, letter: NewLetter, now: number): Promise<number | null> {
  const row = await ex
    .insertInto('letters')
    .values({
      key: letter.key,
      kind: letter.kind,
      is_by_hand: letter.isByHand ? 1 : 0,
      audience: JSON.stringify(letter.audience),
      post_ids: JSON.stringify(letter.postIds),
      subject: letter.subject,
      state: 'waiting',
      created_at: isoTime(now),
      starts_at: isoTime(letter.startsAt),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * The longest time, in milliseconds, that a letter waits for its start. A letter that would wait longer was made while
 * the clock was ahead.
 */
const LONGEST_START = 25 * 60 * 60 * 1000;

/**
 * The letters to be worked on, except paused ones, oldest first: those that have started, and those that wait and whose
 * time has come.
 */
export async function openLetters(ex: Executor, now: number): Promise<OpenLetter[]> {
  const rows = await ex
    .selectFrom('letters')
    .where('state', 'in', sql<never>`('waiting', 'preparing', 'sending')`)
    .where('is_paused', '=', 0)
    .where(({ or, eb }) =>
      or([
        eb('state', '<>', 'waiting'),
        eb('starts_at', '<=', isoTime(now)),
        eb('starts_at', '>', isoTime(now + LONGEST_START)),
      ]),
    )
    .orderBy('id')
    .select(['id', 'kind', 'is_by_hand', 'audience', 'post_ids', 'state', 'prepared_to'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    isByHand: row.is_by_hand === 1,
    audience: letterAudience.parse(JSON.parse(row.audience)),
    postIds: ids.parse(JSON.parse(row.post_ids)),
    state: row.state === 'preparing' || row.state === 'sending' ? row.state : 'waiting',
    preparedTo: row.prepared_to,
  }));
}

/** The content of a letter that is not sent yet: JSON, as given to {@link prepareLetter}. */
export async function getContent(ex: Executor, id: number): Promise<string> {
  const row = await ex.selectFrom('letters').where('id', '=', id).select('content').executeTakeFirstOrThrow();
  if (row.content === null) throw new Error(`Letter ${id} is sent and has no content`);
  return row.content;
}

/** The time at which the next waiting letter starts, as ISO 8601; null for none. */
export async function nextStart(ex: Executor): Promise<string | null> {
  const { at } = await ex
    .selectFrom('letters')
    .where('state', '=', 'waiting')
    .where('is_paused', '=', 0)
    .select(({ fn }) => fn.min('starts_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/** Stores the final content of a letter; its recipients are to be found next. */
export async function prepareLetter(
  ex: Executor,
  id: number,
  made: { subject: string; content: string },
): Promise<void> {
  await ex
    .updateTable('letters')
    .set({ ...made, state: 'preparing' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Records that the recipients up to this subscriber are stored; with `isWhole`, that all of them are. */
export async function setPreparedTo(ex: Executor, id: number, subscriberId: number, isWhole: boolean): Promise<void> {
  await ex
    .updateTable('letters')
    .set({ prepared_to: subscriberId, ...(isWhole && { state: 'sending' as const }) })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .execute();
}

/** Ends a letter and stores its figures. Recipients who still wait do not get the letter any more. */
export async function endLetter(
  ex: Executor,
  id: number,
  { state, reason, now }: { state: 'done' | 'cancelled'; reason: string | null; now: number },
): Promise<void> {
  const figures = await figuresOf(ex, id);
  await ex
    .updateTable('letters')
    .set({ state, reason, ended_at: isoTime(now), content: null, is_paused: 0, figures: JSON.stringify(figures) })
    .where('id', '=', id)
    .execute();
  await ex.deleteFrom('letter_recipients').where('letter_id', '=', id).where('state', '=', 'waiting').execute();
}

/**
 * Updates the figures of a letter that is over, because a mail of it was still being sent when the letter was ended.
 */
export async function refreshFigures(ex: Executor, id: number): Promise<void> {
  const row = await ex
    .selectFrom('letters')
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .select('figures')
    .executeTakeFirst();
  if (!row?.figures) return;
  // The rows of the recipients who waited are deleted, so the stored number of recipients stays.
  const { recipients } = letterFigures.parse(JSON.parse(row.figures));
  const figures = JSON.stringify({ ...(await figuresOf(ex, id)), recipients });
  await ex.updateTable('letters').set({ figures }).where('id', '=', id).execute();
}

/** Pauses or resumes those of the letters that are not over. */
export async function setPaused(
  ex: Executor,
  letterIds: readonly number[],
  reason: string | null | false,
): Promise<void> {
  await ex
    .updateTable('letters')
    .set(reason === false ? { is_paused: 0, reason: null } : { is_paused: 1, reason })
    .where('id', 'in', valuesOf(letterIds))
    .where('ended_at', 'is', null)
    .execute();
}

/** The letters that are not over and that announce only one post, one of these. */
export function openLettersOf(ex: Executor, postIds: readonly number[]): Promise<{ id: number; postId: number }[]> {
  const postId = sql<number>`json_extract(post_ids, '$[0]')`;
  return ex
    .selectFrom('letters')
    .where('ended_at', 'is', null)
    .where('kind', '=', 'post')
    .where(postId, 'in', valuesOf(postIds))
    .select(['id', postId.as('postId')])
    .execute();
}

/**
 * Ends every letter that is not over: the database was restored from a backup, and it is not known here who has
 * received which letter since. `now` in milliseconds since 1970.
 */
export async function endOpenLetters(ex: Executor, reason: string, now: number): Promise<void> {
  const rows = await ex.selectFrom('letters').where('ended_at', 'is', null).select('id').execute();
  for (const { id } of rows) await endLetter(ex, id, { state: 'cancelled', reason, now });
}

/** A letter by its id or its key; null where there is none. */
export async function findLetter(ex: Executor, by: { id: number } | { key: string }): Promise<Letter | null> {
  const all = ex.selectFrom('letters').selectAll();
  const row = await ('id' in by ? all.where('id', '=', by.id) : all.where('key', '=', by.key)).executeTakeFirst();
  const [letter] = row ? await toLetters(ex, [row]) : [];
  return letter ?? null;
}

/** Letters, newest first. Throws AppError `invalid_input` for a cursor that the server did not give. */
export async function listLetters(ex: Executor, paging: Paging): Promise<Page<Letter>> {
  const { items, ...page } = await newestPage(ex, ex.selectFrom('letters'), paging, (query) =>
    query.selectAll().execute(),
  );
  return { ...page, items: await toLetters(ex, items) };
}

async function toLetters(ex: Executor, rows: readonly Selectable<LettersTable>[]): Promise<Letter[]> {
  const named = new Map(rows.map((row) => [row.id, ids.parse(JSON.parse(row.post_ids))]));
  const posts = await ex
    .selectFrom('blog_posts')
    .where('id', 'in', valuesOf([...named.values()].flat()))
    .select(['id', 'title'])
    .execute();
  const titles = new Map(posts.map((post) => [post.id, post]));
  const letters: Letter[] = [];
  for (const row of rows) {
    const figures = row.figures === null ? await figuresOf(ex, row.id) : letterFigures.parse(JSON.parse(row.figures));
    letters.push({
      ...figures,
      id: row.id,
      kind: row.kind,
      byHand: row.is_by_hand === 1,
      subject: row.subject,
      posts: (named.get(row.id) ?? []).flatMap((id) => titles.get(id) ?? []),
      state: row.is_paused === 1 ? 'paused' : row.state,
      reason: row.reason,
      createdAt: row.created_at,
      startsAt: row.starts_at,
      endedAt: row.ended_at,
    });
  }
  return letters;
}
