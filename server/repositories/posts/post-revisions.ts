import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { PostRevisionsTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { type PostFields, postChanges } from '#shared/contract/posts/post-input.ts';
import type { PostRevision } from '#shared/contract/posts/post-revisions.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  fieldsWith,
  type PostFieldName,
  plainTexts,
  postFieldNames,
  postFieldTable,
} from '#shared/kernel/post-field-table.ts';
import { pick, recordOf } from '#shared/kernel/record-of.ts';
import { inChunks } from '../in-chunks.ts';
import { cutPage, type Page, type Paging, windowOf } from '../paging.ts';

const ownColumns = fieldsWith({ revision: 'column' });
type OwnColumn = (typeof ownColumns)[number];
type RecordedField = Exclude<PostFieldName, OwnColumn>;
const recordedFields = postFieldNames.filter(
  (name): name is RecordedField => postFieldTable[name].revision !== 'column',
);

/** The fields in a revision's record, as far as they can be read. */
type Recorded = Pick<Partial<PostFields>, RecordedField>;
/** Every field that a revision stores, as far as it can be read. */
type RevisionFields = Recorded & Required<Pick<PostFields, OwnColumn>>;

/**
 * The most bytes of text in one page of revisions: more would block the server for too long, twenty of the longest for
 * 200 ms.
 */
const PAGE_BYTES = 2_000_000;

const columns = ['id', 'post_id', 'version', ...ownColumns, 'created_at', 'fields'] as const;

/**
 * Stores posts as they are before a save; returns the ids of the revisions by the ids of the posts. `now` in
 * milliseconds since 1970.
 */
export async function keepRevisions(ex: Executor, posts: readonly Post[], now: number): Promise<Map<number, number>> {
  const revisions = posts.map((post) => {
    const fields = fieldsOfPost(post);
    return {
      post_id: post.id,
      version: post.version,
      created_at: isoTime(now),
      ...pick(fields, ownColumns),
      fields: JSON.stringify(pick(fields, recordedFields)),
    };
  });
  const kept = new Map<number, number>();
  for (const rows of inChunks(revisions)) {
    const stored = await ex
      .insertInto('post_revisions')
      .values([...rows])
      .returning(['id', 'post_id'])
      .execute();
    for (const { id, post_id } of stored) kept.set(post_id, id);
  }
  return kept;
}

/**
 * The versions before the present one, newest first. A page ends early, but not before its first version, when its
 * texts become too long; a page that is requested by its number never does. Throws AppError `invalid_input` for a
 * cursor that the server did not give.
 */
export async function listRevisions(ex: Executor, postId: number, asked: Paging): Promise<Page<PostRevision>> {
  const ofPost = ex.selectFrom('post_revisions').where('post_id', '=', postId);
  const pageOf = (paging: Paging) => {
    const { limit, offset, after } = windowOf(paging);
    const query = ofPost.orderBy('version', 'desc').limit(limit).offset(offset);
    // A revision's id grows with its version.
    return after ? query.where('id', '<', after.id) : query;
  };
  const lengths = await pageOf(asked).select(sql<number>`octet_length(content)`.as('bytes')).execute();
  const paging = asked.page === undefined ? { ...asked, limit: fitting(lengths, asked.limit) } : asked;
  const rows = await pageOf(paging)
    .select([...columns, 'created_at as at'])
    .execute();
  const { shown, next } = cutPage(rows, paging);
  const { total } = await ofPost.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items: shown.map(toRevision), total, next };
}

/** The number of texts, at most `limit`, that fit into one page. */
function fitting(texts: readonly { bytes: number }[], limit = texts.length): number {
  let sum = 0;
  const tooLong = texts.findIndex(({ bytes }) => {
    sum += bytes;
    return sum > PAGE_BYTES;
  });
  return tooLong === -1 ? limit : Math.min(limit, Math.max(1, tooLong));
}

/** Returns one revision with everything it stores. Throws AppError `not_found`. */
export async function getRevision(
  ex: Executor,
  postId: number,
  revisionId: number,
): Promise<PostRevision & { fields: RevisionFields }> {
  const row = await ex
    .selectFrom('post_revisions')
    .where('id', '=', revisionId)
    .where('post_id', '=', postId)
    .select(columns)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return { ...toRevision(row), fields: { ...readRecord(row.fields).fields, ...pick(row, ownColumns) } };
}

/** The revision that stores a version of a post; null when there is none. */
export async function revisionOfVersion(ex: Executor, postId: number, version: number) {
  const row = await ex
    .selectFrom('post_revisions')
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirst();
  return row ? getRevision(ex, postId, row.id) : null;
}

function toRevision(row: Pick<Selectable<PostRevisionsTable>, (typeof columns)[number]>): PostRevision {
  const { fields: record, unread } = readRecord(row.fields);
  return {
    id: row.id,
    postId: row.post_id,
    version: row.version,
    ...pick(row, ownColumns),
    ...recordOf(fieldsWith({ revision: 'compared' }), (name) => [name, record[name] ?? '']),
    ...(unread.length > 0 && { unread }),
    createdAt: row.created_at,
  };
}

const anyRecord = z.record(z.string(), z.unknown());

/**
 * A record as far as this program understands it: another version may have written it. Fields that were added to posts
 * later were empty then. `unread` names the fields that this program does not know, and those whose value no post can
 * have; the record itself keeps them.
 */
function readRecord(stored: string): { fields: Recorded; unread: string[] } {
  const record = anyRecord.safeParse(JSON.parse(stored)).data;
  if (!record) return { fields: {}, unread: [...recordedFields] };
  const fields: Partial<Record<RecordedField, unknown>> = {
    ...recordOf(plainTexts, (name) => [name, null]),
    seriesNumber: 0,
  };
  const unread: string[] = [];
  for (const name of recordedFields) {
    if (!Object.hasOwn(record, name)) continue;
    const { success, data } = postChanges.shape[name].safeParse(record[name]);
    if (success) fields[name] = data;
    else {
      delete fields[name];
      unread.push(name);
    }
  }
  unread.push(...Object.keys(record).filter((name) => recordedFields.every((known) => known !== name)));
  return { fields: fields as Recorded, unread };
}
