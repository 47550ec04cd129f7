import { sql, type Transaction } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import { rememberWords } from '#server/db/remember-words.ts';
import type { Schema } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { EmbedProvider } from '#shared/content/html/embed-frames.ts';
import type { Post, PostFields } from '#shared/contract/posts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  type ColumnOf,
  fieldsWith,
  type PostFieldName,
  plainTexts,
  postFieldTable,
} from '#shared/kernel/post-field-table.ts';
import { noProvenance } from '#shared/kernel/provenance.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { isMadeFrom, type PostBase } from '#shared/workspace/post-base.ts';
import { valuesOfPost } from '#shared/workspace/post-values.ts';
import { keepInHistory, loseFromHistory } from '../history/keep.ts';
import { setHeld } from '../letters/letter-posts.ts';
import { removeRedirect, setRedirect } from '../redirects.ts';
import { rejectDuplicate } from '../reject-duplicate.ts';
import { findOrCreateTags, setPostTags, tagNames } from '../tags.ts';
import { type EventCause, findPostState, recordPostWrite, type WriteOrigin } from './post-events.ts';
import { setPostImages } from './post-images.ts';
import { changedProvenance, provenanceColumn } from './post-provenance.ts';
import { keepRevision } from './post-revisions.ts';
import { postById } from './post-rows.ts';

/**
 * What was made of a post's Markdown: sanitized HTML, the version of the pipeline, the words without markup, the
 * providers of its embeds.
 */
export interface RenderedText {
  html: string;
  htmlVersion: number;
  text: string;
  embeds: readonly EmbedProvider[];
}

/** The version that changes were made to, as far as their sender says it: its number, and what its fields said. */
export interface EditedVersion {
  version?: number | undefined;
  base?: PostBase | undefined;
}

/** Any of a post's fields; new content comes with what was rendered from it. */
export type PostChanges = Omit<Partial<PostFields>, 'content'> &
  (
    | { content?: undefined; html?: undefined; htmlVersion?: undefined; text?: undefined }
    | ({ content: string } & RenderedText)
  );

/**
 * Stores a new post. Author 0 or none means the first author; a post published without a date is published at `now`
 * (milliseconds since 1970); tags are made where there are none of the name. `origin` where the post is older than its
 * writing, or no save of the owner's. `isLetterHeld`: no letter is sent of it.
 * Throws AppError `slug_taken`, and `invalid_input` for a category or an author that does not exist.
 */
export async function insertPost(
  ex: Executor,
  post: PostFields & RenderedText & { isLetterHeld?: boolean | undefined },
  now: number,
  origin: WriteOrigin = { cause: 'save', at: now },
): Promise<Post> {
  return atomically(ex, async (trx) => {
    await requireCategory(trx, post.categoryId);
    const tags = await findOrCreateTags(trx, post.tags ?? []);
    const row = {
      ...plainColumns(post),
      featured_image: orNull(post.featuredImage),
      title: post.title,
      slug: post.slug,
      excerpt: post.excerpt,
      content: post.content,
      provenance: provenanceColumn(post.content, post.provenance ?? noProvenance),
      html: post.html,
      html_version: post.htmlVersion,
      body: post.text,
      embeds: JSON.stringify(post.embeds),
      tags: tagNames(tags),
      category_id: post.categoryId,
      author_id: await resolveAuthor(trx, post.authorId ?? 0),
      published: flag(post.published),
      featured: flag(post.featured),
      read_time: post.readTime,
      series_number: post.seriesNumber ?? 0,
      published_at: publicationTime(post.published, post.publishedAt, null, now),
      created_at: isoTime(now),
      updated_at: isoTime(now),
    } satisfies EveryColumn;
    const { id } = await rejectDuplicate('slug_taken', () =>
      trx.insertInto('blog_posts').values(row).returning('id').executeTakeFirstOrThrow(),
    );
    await setPostTags(trx, id, tags);
    await setPostImages(trx, id);
    await removeRedirect(trx, post.slug);
    // Before anybody hears of the post.
    if (post.isLetterHeld) await setHeld(trx, id, true);
    await recordPostWrite(trx, id, null, origin);
    await rememberWords(trx, [...searchedTexts.map((name) => post[name] ?? ''), row.tags, post.text]);
    return stored(trx, id, now);
  });
}

/**
 * Changes a post and counts its version up; the version before is kept as a revision. When the slug of a live post
 * changes, the old address leads to the new one from then on. `edited` is the version the changes were made to.
 * Throws AppError `post_not_found`, `post_conflict` (the stored post is its `current`), `slug_taken`, `invalid_input`.
 */
export async function updatePost(
  ex: Executor,
  id: number,
  changes: PostChanges,
  {
    now,
    edited = {},
    cause = 'save',
  }: { now: number; edited?: EditedVersion | undefined; cause?: EventCause | undefined },
): Promise<Post> {
  return atomically(ex, async (trx) => {
    const before = await postById(trx, id, { kind: 'all', now });
    if (!before || before.deletedAt) throw new AppError('post_not_found');
    if (isStale(edited, before)) throw new AppError('post_conflict', { current: before });
    await changePost(trx, before, changes, { now, cause });
    return stored(trx, id, now);
  });
}

/**
 * {@link updatePost} for a post that was read in the same transaction and is not in the bin, without reading it again
 * afterwards: half the time where many posts are changed. Throws AppError `slug_taken`, `invalid_input`.
 */
export async function changePost(
  ex: Executor,
  before: Post,
  changes: PostChanges,
  { now, cause }: { now: number; cause: EventCause },
): Promise<void> {
  await atomically(ex, async (trx) => {
    const { id } = before;
    if (changes.categoryId !== undefined) await requireCategory(trx, changes.categoryId);
    const state = await findPostState(trx, id);
    const tags = changes.tags && (await findOrCreateTags(trx, changes.tags));
    const published = changes.published ?? before.published;
    const hasReaders = state?.hasBeenLive || wasLive(before, now);
    const isOtherText = changes.content !== undefined && changes.content !== before.content;
    const row = {
      ...plainColumns(changes),
      featured_image: orNull(changes.featuredImage),
      title: changes.title,
      slug: changes.slug,
      excerpt: changes.excerpt,
      content: changes.content,
      provenance: changedProvenance(before, changes),
      ...(changes.content !== undefined && {
        html: changes.html,
        html_version: changes.htmlVersion,
        body: changes.text,
        embeds: JSON.stringify(changes.embeds),
      }),
      tags: tags && tagNames(tags),
      category_id: changes.categoryId,
      author_id: changes.authorId === undefined ? undefined : await resolveAuthor(trx, changes.authorId),
      published: flag(published),
      featured: changes.featured === undefined ? undefined : flag(changes.featured),
      read_time: changes.readTime,
      series_number: changes.seriesNumber,
      published_at: publicationTime(published, changes.publishedAt, before.publishedAt, now),
      updated_at: isoTime(now),
      content_updated_at: hasReaders && isOtherText ? isoTime(now) : undefined,
      version: before.version + 1,
    } satisfies EveryColumn;
    const revision = await keepRevision(trx, before, now);
    await keepInHistory(trx, { ...replaced, subject: id, name: before.title, ref: revision }, now);
    await rejectDuplicate('slug_taken', () => trx.updateTable('blog_posts').set(row).where('id', '=', id).execute());
    if (tags) await setPostTags(trx, id, tags);
    if (isOtherText || changes.featuredImage !== undefined) await setPostImages(trx, id);
    await rememberWords(trx, [...searchedTexts.map((name) => changes[name] ?? ''), row.tags ?? '', changes.text ?? '']);
    if (changes.slug !== undefined && changes.slug !== before.slug) {
      await removeRedirect(trx, changes.slug);
      if (wasLive(before, now)) await setRedirect(trx, before.slug, id, now);
    }
    await recordPostWrite(trx, id, state, { cause, at: now });
  });
}

/** Whether a post is another version by now than the one that was edited. What is not said is not asked. */
export function isStale({ version, base }: EditedVersion, stored: Post): boolean {
  if (version !== undefined && version !== stored.version) return true;
  return base !== undefined && !isMadeFrom(base, valuesOfPost(stored));
}

/** Puts a post into the bin, where its slug is free for others. Throws AppError `post_not_found`. */
export async function softDeletePost(ex: Executor, id: number, now: number, cause: EventCause = 'save'): Promise<void> {
  await atomically(ex, async (trx) => {
    const state = await findPostState(trx, id);
    if (!state || state.isDeleted) throw new AppError('post_not_found');
    await trx
      .updateTable('blog_posts')
      .set({ deleted_at: isoTime(now) })
      .where('id', '=', id)
      .execute();
    await keepInHistory(trx, { kind: 'post', action: 'deleted', subject: id, name: await titleOf(trx, id) }, now);
    await recordPostWrite(trx, id, state, { cause, at: now });
  });
}

/** Takes a post out of the bin. Throws AppError `post_not_found`, and `slug_taken` when another has its slug now. */
export async function undelete(ex: Executor, id: number, now: number): Promise<void> {
  await atomically(ex, async (trx) => {
    const state = await findPostState(trx, id);
    const row = await rejectDuplicate('slug_taken', () =>
      trx
        .updateTable('blog_posts')
        .set({ deleted_at: null })
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .returning('slug')
        .executeTakeFirst(),
    );
    if (!row) throw new AppError('post_not_found');
    await removeRedirect(trx, row.slug);
    await keepInHistory(trx, { kind: 'post', action: 'restored', subject: id, name: await titleOf(trx, id) }, now);
    await recordPostWrite(trx, id, state, { cause: 'undelete', at: now });
  });
}

/**
 * The post that is longest in the bin, where it went in before `time` (milliseconds since 1970), with the bytes of text
 * that go with it when it is deleted for good.
 */
export async function oldestInBin(ex: Executor, time: number): Promise<{ id: number; bytes: number } | null> {
  const bytes = sql<number>`octet_length(content) + octet_length(html) + octet_length(body) +
    (select coalesce(sum(octet_length(content)), 0) from post_revisions where post_id = blog_posts.id)`;
  const oldest = await ex
    .selectFrom('blog_posts')
    .where('deleted_at', '<', isoTime(time))
    .orderBy('deleted_at')
    .limit(1)
    .select(['id', bytes.as('bytes')])
    .executeTakeFirst();
  return oldest ?? null;
}

/** Deletes a post for good, with its revisions and redirects, if it is in the bin since before `time`. */
export async function purgeFromBin(ex: Executor, id: number, time: number): Promise<void> {
  await atomically(ex, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('blog_posts')
      .where('id', '=', id)
      .where('deleted_at', '<', isoTime(time))
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await loseFromHistory(trx, 'post', id);
  });
}

const replaced = { kind: 'post', action: 'replaced' } as const;

async function titleOf(ex: Executor, id: number): Promise<string> {
  return (await ex.selectFrom('blog_posts').where('id', '=', id).select('title').executeTakeFirstOrThrow()).title;
}

/** A row that is written names the column of each field, so that none is left out unnoticed. */
type EveryColumn = Record<ColumnOf<PostFieldName>, unknown> & Record<string, unknown>;

/** Texts the search looks at; of the content it is the words without their markup, of the tags their names. */
const searchedTexts = fieldsWith({ isSearched: true }).filter((name) => name !== 'content' && name !== 'tags');

/** Undefined leaves a column as it is, an empty text empties it. */
const orNull = (text: string | null | undefined) => (text === '' ? null : text);

function plainColumns(post: Partial<PostFields>) {
  return recordOf(plainTexts, (name) => [postFieldTable[name].column, orNull(post[name])]);
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/**
 * Set at first publication when absent, and kept (docs/rules.md, "Publication date"). Null takes a date back that is
 * still to come, never one that has been. Any form of ISO 8601 is stored in the one whose text order is time order.
 */
function publicationTime(
  published: boolean,
  given: string | null | undefined,
  kept: string | null,
  now: number,
): string | null {
  if (given) return isoTime(Date.parse(given));
  const isTakenBack = given === null && kept !== null && kept > isoTime(now);
  return (isTakenBack ? null : kept) ?? (published ? isoTime(now) : null);
}

function wasLive(post: Post, now: number): boolean {
  return post.published && post.publishedAt !== null && post.publishedAt <= isoTime(now);
}

async function stored(trx: Transaction<Schema>, id: number, now: number): Promise<Post> {
  const post = await postById(trx, id, { kind: 'all', now });
  if (!post) throw new Error(`Post ${id} was written but cannot be read back`);
  return post;
}

async function requireCategory(trx: Transaction<Schema>, id: number): Promise<void> {
  const row = await trx.selectFrom('categories').where('id', '=', id).select('id').executeTakeFirst();
  if (!row) throw unknown('categoryId', 'There is no such category');
}

/** 0 means the first author. */
async function resolveAuthor(trx: Transaction<Schema>, id: number): Promise<number> {
  let query = trx.selectFrom('authors').select('id').orderBy('id').limit(1);
  if (id !== 0) query = query.where('id', '=', id);
  const row = await query.executeTakeFirst();
  if (!row) throw unknown('authorId', 'There is no such author');
  return row.id;
}

function unknown(path: string, message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path, message }] });
}
