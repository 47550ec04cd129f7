import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { isLive } from '#server/db/live.ts';
import type { AuthorsTable } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { isNamed } from '#shared/content/search/named-authors.ts';
import { queryWords } from '#shared/content/search/search-query.ts';
import { slugify, uniqueSlug } from '#shared/content/slug.ts';
import type { Author, AuthorWithCount, authorRecord } from '#shared/contract/authors.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepInHistory, keepPostsOf } from './history/keep.ts';
import { rejectDuplicate } from './reject-duplicate.ts';
import { moveTopics } from './subscribers/topics.ts';
import { valuesOf } from './values-of.ts';

/** The stored fields of an author apart from the slug; `social` is JSON. */
export type AuthorFields = Pick<Selectable<AuthorsTable>, 'name' | 'email' | 'bio' | 'avatar'> & {
  social?: string | null;
};
export type AuthorRecord = z.output<typeof authorRecord>;

const columns = ['id', 'name', 'slug', 'email', 'bio', 'avatar'] as const;

/** All authors in the order in which they were created, as the owner sees them. */
export async function listAuthorRecords(ex: Executor): Promise<AuthorRecord[]> {
  const rows = await ex.selectFrom('authors').select(columns).orderBy('id').execute();
  return rows.map(toRecord);
}

/** All authors in the order in which they were created, as readers see them: without e-mail addresses. */
export async function listAuthors(ex: Executor): Promise<Author[]> {
  const records = await listAuthorRecords(ex);
  return records.map(({ email: _, ...author }) => author);
}

/** The author of every post for which none is chosen; null when there are no authors. */
export async function firstAuthor(ex: Executor): Promise<AuthorRecord | null> {
  const row = await ex.selectFrom('authors').select(columns).orderBy('id').limit(1).executeTakeFirst();
  return row ? toRecord(row) : null;
}

/** The author with a slug, and the number of their live posts. `now` in milliseconds since 1970. */
export async function findAuthorBySlug(ex: Executor, slug: string, now: number): Promise<AuthorWithCount | null> {
  const row = await ex.selectFrom('authors').select(columns).where('slug', '=', slug).executeTakeFirst();
  if (!row) return null;
  const { posts } = await ex
    .selectFrom('blog_posts as p')
    .where('p.author_id', '=', row.id)
    .where(isLive(now))
    .select(({ fn }) => fn.countAll<number>().as('posts'))
    .executeTakeFirstOrThrow();
  const { email: _, ...author } = toRecord(row);
  return { ...author, postCount: posts };
}

/** The present slug of the author who once had this slug; null when there is none. */
export async function findAuthorRedirect(ex: Executor, slug: string): Promise<string | null> {
  const row = await ex
    .selectFrom('author_redirects as r')
    .innerJoin('authors as a', 'a.id', 'r.author_id')
    .where('r.slug', '=', slug)
    .select('a.slug')
    .executeTakeFirst();
  return row?.slug ?? null;
}

/**
 * The authors of live posts whose name matches a search text, those with the most posts first. `now` in milliseconds
 * since 1970.
 */
export async function authorsNamed(ex: Executor, query: string, now: number, limit: number): Promise<Author[]> {
  const words = queryWords(query);
  const named = (await listAuthors(ex)).filter(({ name }) => isNamed(name, words));
  const counts = await ex
    .selectFrom('blog_posts as p')
    .where('p.author_id', 'in', valuesOf(named.map(({ id }) => id)))
    .where(isLive(now))
    .groupBy('p.author_id')
    .select(({ fn }) => ['p.author_id', fn.countAll<number>().as('posts')])
    .execute();
  const posts = new Map(counts.map((row) => [row.author_id, row.posts]));
  const postsOf = ({ id }: Author) => posts.get(id) ?? 0;
  return named
    .filter((author) => postsOf(author) > 0)
    .toSorted((one, other) => postsOf(other) - postsOf(one))
    .slice(0, limit);
}

/** The slugs of the authors of live posts. `now` in milliseconds since 1970. */
export async function liveAuthorSlugs(ex: Executor, now: number): Promise<string[]> {
  const rows = await ex
    .selectFrom('authors as a')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('blog_posts as p').whereRef('p.author_id', '=', 'a.id').where(isLive(now)).select('p.id')),
    )
    .orderBy('a.id')
    .select('a.slug')
    .execute();
  return rows.map(({ slug }) => slug);
}

/** The slugs of the authors of these posts, live or not; each slug once. */
export async function authorSlugsOfPosts(ex: Executor, ids: readonly number[]): Promise<string[]> {
  const rows = await ex
    .selectFrom('blog_posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .where('p.id', 'in', valuesOf(ids))
    .distinct()
    .orderBy('a.slug')
    .select('a.slug')
    .execute();
  return rows.map(({ slug }) => slug);
}

/**
 * Inserts an author; the slug is made from the name. Throws AppError `name_taken` when the e-mail address is in use.
 */
export async function insertAuthor(ex: Executor, fields: AuthorFields): Promise<AuthorRecord> {
  return atomically(ex, async (trx) => {
    const slug = await freeSlug(trx, fields.name);
    const row = await rejectDuplicate('name_taken', () =>
      trx
        .insertInto('authors')
        .values({ ...fields, slug })
        .returning(columns)
        .executeTakeFirstOrThrow(),
    );
    await removeRedirect(trx, slug);
    return toRecord(row);
  });
}

/**
 * Updates an author. With a new name the author gets a new slug, and the former slug leads to it. `now` in milliseconds
 * since 1970. Throws AppError `not_found`, `name_taken`.
 */
export async function updateAuthor(
  ex: Executor,
  id: number,
  fields: Partial<AuthorFields>,
  now: number,
): Promise<AuthorRecord> {
  return atomically(ex, async (trx) => {
    const before = await getAuthor(trx, id);
    const { name = before.name } = fields;
    const slug = slugify(name) === slugify(before.name) ? before.slug : await freeSlug(trx, name);
    const row = await rejectDuplicate('name_taken', () =>
      trx
        .updateTable('authors')
        .set({ ...fields, slug })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow(),
    );
    if (slug !== before.slug) {
      await removeRedirect(trx, slug);
      await setRedirect(trx, before.slug, id);
    }
    const after = await getAuthor(trx, id);
    if (!isDeepStrictEqual(before, after)) {
      const { id: subject, slug: _, ...former } = before;
      const state = { was: 'replaced' as const, fields: former };
      await keepInHistory(trx, { kind: 'author', action: 'replaced', subject, name: before.name, state }, now);
    }
    return toRecord(row);
  });
}

/**
 * Deletes an author; the author's posts, also those in the bin, move to `moveTo`, and the author's addresses lead
 * there. `now` in milliseconds since 1970. Throws AppError `not_found`, and `still_in_use` when the author has posts
 * and no other author was named.
 */
export async function deleteAuthor(ex: Executor, id: number, now: number, moveTo?: number): Promise<void> {
  await atomically(ex, async (trx) => {
    const author = await getAuthor(trx, id);
    const heir = moveTo === id ? undefined : moveTo;
    await keepDeleted(trx, author, heir, now);
    if (heir !== undefined) {
      await getAuthor(trx, heir);
      await trx.updateTable('blog_posts').set({ author_id: heir }).where('author_id', '=', id).execute();
      await trx.updateTable('author_redirects').set({ author_id: heir }).where('author_id', '=', id).execute();
      await setRedirect(trx, author.slug, heir);
    }
    const post = await trx
      .selectFrom('blog_posts')
      .where('author_id', '=', id)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    if (post) throw new AppError('still_in_use');
    await moveTopics(trx, 'author', id, heir);
    await trx.deleteFrom('authors').where('id', '=', id).execute();
  });
}

async function keepDeleted(
  trx: Executor,
  { id, slug, ...fields }: AuthorRow,
  movedTo: number | undefined,
  now: number,
): Promise<void> {
  const led = await trx.selectFrom('author_redirects').where('author_id', '=', id).select('slug').execute();
  const redirects = led.map((redirect) => redirect.slug);
  const state = { was: 'deleted' as const, fields, slug, redirects, movedTo };
  const record = { kind: 'author', action: 'deleted', subject: id, name: fields.name, state } as const;
  await keepPostsOf(trx, await keepInHistory(trx, record, now), 'author_id', id);
}

/** A slug made from a name, with a number appended when another author has the slug already. */
async function freeSlug(trx: Executor, name: string): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const slug = uniqueSlug(slugify(name) || 'author', (candidate) => taken.has(candidate));
    const twin = await trx.selectFrom('authors').where('slug', '=', slug).select('id').executeTakeFirst();
    if (!twin) return slug;
    taken.add(slug);
  }
}

async function setRedirect(trx: Executor, slug: string, authorId: number): Promise<void> {
  await trx
    .insertInto('author_redirects')
    .values({ slug, author_id: authorId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ author_id: authorId }))
    .execute();
}

async function removeRedirect(trx: Executor, slug: string): Promise<void> {
  await trx.deleteFrom('author_redirects').where('slug', '=', slug).execute();
}

type AuthorRow = Selectable<AuthorsTable>;

async function getAuthor(ex: Executor, id: number): Promise<AuthorRow> {
  const author = await ex.selectFrom('authors').where('id', '=', id).selectAll().executeTakeFirst();
  if (!author) throw new AppError('not_found');
  return author;
}

function toRecord(row: {
  id: number;
  name: string;
  slug: string;
  email: string;
  bio: string | null;
  avatar: string | null;
}): AuthorRecord {
  return { ...row, bio: row.bio ?? '' };
}
