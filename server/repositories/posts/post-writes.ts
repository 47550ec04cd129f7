import type { Transaction } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import { rememberWords } from '#server/db/remember-words.ts';
import type { Schema } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { EmbedProvider } from '#shared/content/html/embed-frames.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import type { Tag } from '#shared/contract/tags.ts';
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
import { keepPostsInHistory } from '../history/keep.ts';
import { setHeld } from '../letters/letter-posts.ts';
import { removeRedirects, setRedirect } from '../redirects.ts';
import { rejectDuplicate } from '../reject-duplicate.ts';
import { findOrCreateTags, setPostTags, tagNames, tagsOfNames } from '../tags.ts';
import { type EventCause, findPostStates, recordPostWrites, type WriteOrigin } from './post-events.ts';
import { setPostImages } from './post-images.ts';
import { changedProvenance, provenanceColumn } from './post-provenance.ts';
import { keepRevisions } from './post-revisions.ts';
import { postById } from './post-rows.ts';

/**
 * The result of rendering a post's Markdown: sanitized HTML, the version of the pipeline, the words without markup, the
 * providers of its embeds.
 */
export interface RenderedText {
  html: string;
  htmlVersion: number;
  text: string;
  embeds: readonly EmbedProvider[];
}

/**
 * The version that changes were made from, as far as their sender states it: its number, and the values of its fields.
 */
export interface EditedVersion {
  version?: number | undefined;
  base?: PostBase | undefined;
}

/** Any fields of a post; new content comes with its rendered text. */
export type PostChanges = Omit<Partial<PostFields>, 'content'> &
  (
    | { content?: undefined; html?: undefined; htmlVersion?: undefined; text?: undefined }
    | ({ content: string } & RenderedText)
  );

/**
 * Stores a new post. Author 0 or none means the first author; a post published without a date is published at `now`
 * (milliseconds since 1970); tags that do not exist yet are created. `origin` is given when the post is older than this
 * write, or is not a save by the owner. `isLetterHeld`: no letter is sent about the post. Throws AppError `slug_taken`,
 * and `invalid_input` for a category or an author that does not exist.
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
    await setPostTags(trx, new Map([[id, tags]]));
    await setPostImages(trx, id);
    await removeRedirects(trx, [post.slug]);
    // Before any listener is told of the post.
    if (post.isLetterHeld) await setHeld(trx, id, true);
    await recordPostWrites(trx, new Map([[id, null]]), origin);
    await rememberWords(trx, [...searchedTexts.map((name) => post[name] ?? ''), row.tags, post.text]);
    return stored(trx, id, now);
  });
}

/** The time and cause of changes to posts, `now` in milliseconds since 1970. */
interface ChangeOptions {
  now: number;
  cause?: EventCause | undefined;
  /**
   * Whether a null date also removes a past publication date of a post that is not published, as when an action is
   * undone.
   */
  takesDates?: boolean | undefined;
}

/**
 * Changes a post and raises its version; the version before is stored as a revision. When the slug of a live post
 * changes, the old address leads to the new one from then on. `edited` is the version from which the changes were made.
 * Throws AppError `post_not_found`, `post_conflict` (the stored post is its `current`), `slug_taken`, `invalid_input`.
 */
export async function updatePost(
  ex: Executor,
  id: number,
  changes: PostChanges,
  { edited = {}, ...options }: ChangeOptions & { edited?: EditedVersion | undefined },
): Promise<Post> {
  return atomically(ex, async (trx) => {
    const { now } = options;
    const before = await postById(trx, id, { kind: 'all', now });
    if (!before || before.deletedAt) throw new AppError('post_not_found');
    if (isStale(edited, before)) throw new AppError('post_conflict', { current: before });
    await changePosts(trx, [{ before, changes }], options);
    return stored(trx, id, now);
  });
}

/**
 * {@link updatePost} for posts that were read in the same transaction and are not in the bin, each once, without
 * reading them again afterwards: the rows of all of them are written together, which takes a third of the time. If one
 * post is refused, all are. Throws AppError `slug_taken`, `invalid_input`.
 */
export async function changePosts(
  ex: Executor,
  posts: readonly { before: Post; changes: PostChanges }[],
  { now, cause = 'save', takesDates = false }: ChangeOptions,
): Promise<void> {
  if (posts.length === 0) return;
  await atomically(ex, async (trx) => {
    const all = posts.map(({ changes }) => changes);
    for (const id of new Set(all.map(({ categoryId }) => categoryId)))
      if (id !== undefined) await requireCategory(trx, id);
    const authors = new Map<number, number>();
    for (const id of new Set(all.map(({ authorId }) => authorId)))
      if (id !== undefined) authors.set(id, await resolveAuthor(trx, id));
    const tags = await findOrCreateTags(
      trx,
      all.flatMap((changes) => changes.tags ?? []),
    );
    const tagsOf = new Map<number, readonly Tag[]>();
    for (const { before, changes } of posts) if (changes.tags) tagsOf.set(before.id, tagsOfNames(changes.tags, tags));
    const ids = posts.map(({ before }) => before.id);
    const states = await findPostStates(trx, ids);
    const revisions = await keepRevisions(
      trx,
      posts.map(({ before }) => before),
      now,
    );
    const replaced = posts.map(({ before: { id, title } }) => ({
      subject: id,
      name: title,
      ref: revisions.get(id) ?? '',
    }));
    await keepPostsInHistory(trx, 'replaced', replaced, now);
    for (const { before, changes } of posts) {
      const { id } = before;
      const row = changedRow(before, changes, {
        ...{ now, takesDates, tags: tagsOf.get(id) },
        author: changes.authorId === undefined ? undefined : authors.get(changes.authorId),
        hasReaders: states.get(id)?.hasBeenLive || wasLive(before, now),
      });
      await rejectDuplicate('slug_taken', () => trx.updateTable('blog_posts').set(row).where('id', '=', id).execute());
      if (isOtherText(before, changes) || changes.featuredImage !== undefined) await setPostImages(trx, id);
      const slug = changes.slug ?? before.slug;
      if (slug !== before.slug || changes.published === true) await removeRedirects(trx, [slug]);
      if (slug !== before.slug && wasLive(before, now)) await setRedirect(trx, before.slug, id, now);
    }
    if (tagsOf.size > 0) await setPostTags(trx, tagsOf);
    await rememberWords(trx, [...all.flatMap(searchedWords), tagNames(tags)]);
    await recordPostWrites(trx, new Map(ids.map((id) => [id, states.get(id) ?? null])), { cause, at: now });
  });
}

const isOtherText = (before: Post, { content }: PostChanges) => content !== undefined && content !== before.content;

const searchedWords = (changes: PostChanges) => [
  ...searchedTexts.map((name) => changes[name] ?? ''),
  changes.text ?? '',
];

interface RowOptions {
  now: number;
  takesDates: boolean;
  /** Whether the post is live now or was before. */
  hasReaders: boolean;
  /** The tags as they are stored; undefined when they stay. */
  tags: readonly Tag[] | undefined;
  author: number | undefined;
}

/** The columns of a post's row that are written; undefined leaves a column as it is. */
function changedRow(before: Post, changes: PostChanges, { now, takesDates, hasReaders, tags, author }: RowOptions) {
  const published = changes.published ?? before.published;
  const publishedAt =
    takesDates && changes.publishedAt === null && !published
      ? null
      : publicationTime(published, changes.publishedAt, before.publishedAt, now);
  return {
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
    author_id: author,
    // When these columns are named, half of the indexes of posts are rewritten.
    published: published === before.published ? undefined : flag(published),
    published_at: publishedAt === before.publishedAt ? undefined : publishedAt,
    featured: changes.featured === undefined ? undefined : flag(changes.featured),
    read_time: changes.readTime,
    series_number: changes.seriesNumber,
    updated_at: isoTime(now),
    content_updated_at: hasReaders && isOtherText(before, changes) ? isoTime(now) : undefined,
    version: before.version + 1,
  } satisfies EveryColumn;
}

/**
 * Whether the version of a post that was edited is no longer the stored one. Parts of `EditedVersion` that are not
 * given are not checked.
 */
export function isStale({ version, base }: EditedVersion, stored: Post): boolean {
  if (version !== undefined && version !== stored.version) return true;
  return base !== undefined && !isMadeFrom(base, valuesOfPost(stored));
}

/** A row to be written must name the column of each field, so that none is left out by mistake. */
type EveryColumn = Record<ColumnOf<PostFieldName>, unknown> & Record<string, unknown>;

/** The texts that the search covers; for the content it uses the words without markup, for the tags their names. */
const searchedTexts = fieldsWith({ isSearched: true }).filter((name) => name !== 'content' && name !== 'tags');

/** Undefined leaves a column as it is, and an empty text sets it to null. */
const orNull = (text: string | null | undefined) => (text === '' ? null : text);

function plainColumns(post: Partial<PostFields>) {
  return recordOf(plainTexts, (name) => [postFieldTable[name].column, orNull(post[name])]);
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/**
 * The date is set at first publication when absent, and then kept (docs/rules.md, "Publication date"). Null removes a
 * date in the future, never one in the past. Every form of ISO 8601 is stored in the form whose text order is time
 * order.
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

/** Checks that a category and an author exist. Throws AppError `invalid_input` when one of them does not. */
export async function requireFiling(
  ex: Executor,
  { categoryId, authorId }: Pick<Partial<PostFields>, 'categoryId' | 'authorId'>,
): Promise<void> {
  if (categoryId !== undefined) await requireCategory(ex, categoryId);
  if (authorId !== undefined) await resolveAuthor(ex, authorId);
}

async function requireCategory(ex: Executor, id: number): Promise<void> {
  const row = await ex.selectFrom('categories').where('id', '=', id).select('id').executeTakeFirst();
  if (!row) throw unknown('categoryId', 'There is no such category');
}

/** 0 means the first author. */
async function resolveAuthor(ex: Executor, id: number): Promise<number> {
  let query = ex.selectFrom('authors').select('id').orderBy('id').limit(1);
  if (id !== 0) query = query.where('id', '=', id);
  const row = await query.executeTakeFirst();
  if (!row) throw unknown('authorId', 'There is no such author');
  return row.id;
}

function unknown(path: string, message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path, message }] });
}
