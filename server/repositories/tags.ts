import { sql } from 'kysely';
import { isLive } from '#server/db/live.ts';
import { rememberWords } from '#server/db/remember-words.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Tag } from '#shared/contract/tags.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepInHistory, keepTaggedPosts } from './history/keep.ts';
import { moveTopics } from './subscribers/topics.ts';
import { tagSlug } from './tag-slug.ts';
import { valuesOf } from './values-of.ts';

const columns = ['id', 'name', 'slug'] as const;

/** All tags by name. */
export async function listTags(ex: Executor): Promise<Tag[]> {
  return ex.selectFrom('tags').select(columns).orderBy('slug').execute();
}

/** The tags that at least one live post carries, by name. `now` in milliseconds since 1970. */
export async function listLiveTags(ex: Executor, now: number): Promise<Tag[]> {
  return ex
    .selectFrom('tags as t')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('post_tags as pt')
          // Not an inner join: SQLite might go through all live posts for each tag.
          .crossJoin('blog_posts as p')
          .whereRef('p.id', '=', 'pt.post_id')
          .whereRef('pt.tag_id', '=', 't.id')
          .where(isLive(now))
          .select('p.id'),
      ),
    )
    .select(['t.id', 't.name', 't.slug'])
    .orderBy('t.slug')
    .execute();
}

/** The tag with a slug, whether readers see it or not. */
export async function findTagBySlug(ex: Executor, slug: string): Promise<Tag | null> {
  return (await ex.selectFrom('tags').select(columns).where('slug', '=', slug).executeTakeFirst()) ?? null;
}

/** The present slug of the tag that once had this slug; null when there is none. */
export async function findTagRedirect(ex: Executor, slug: string): Promise<string | null> {
  const row = await ex
    .selectFrom('tag_redirects as r')
    .innerJoin('tags as t', 't.id', 'r.tag_id')
    .where('r.slug', '=', slug)
    .select('t.slug')
    .executeTakeFirst();
  return row?.slug ?? null;
}

/**
 * The tags with these names, in their order; tags that do not exist yet are created. Names that differ only in case or
 * diacritics are one tag.
 */
export async function findOrCreateTags(ex: Executor, names: readonly string[]): Promise<Tag[]> {
  return atomically(ex, async (trx) => {
    const wanted = new Map<string, string>();
    for (const name of names.map((given) => given.trim()).filter((given) => given !== '')) {
      const slug = tagSlug(name);
      if (!wanted.has(slug)) wanted.set(slug, name);
    }
    if (wanted.size === 0) return [];
    const there = await trx
      .selectFrom('tags')
      .select(columns)
      .where('slug', 'in', valuesOf([...wanted.keys()]))
      .execute();
    const known = new Map(there.map((tag) => [tag.slug, tag]));
    const tags: Tag[] = [];
    // A former slug of another tag still leads to that tag until readers see a post with the new tag: the new tag may
    // come from a draft.
    for (const [slug, name] of wanted) tags.push(known.get(slug) ?? (await makeTag(trx, { name, slug })));
    return tags;
  });
}

/** Those of the tags that have these names, in the order of the names. */
export function tagsOfNames(names: readonly string[], tags: readonly Tag[]): Tag[] {
  const bySlug = new Map(tags.map((tag) => [tag.slug, tag]));
  return [...new Set(names.map(tagSlug))].flatMap((slug) => bySlug.get(slug) ?? []);
}

/** Inserts a tag. Throws AppError `name_taken`. */
export async function insertTag(ex: Executor, name: string): Promise<Tag> {
  return atomically(ex, async (trx) => {
    if (await findTagBySlug(trx, tagSlug(name))) throw new AppError('name_taken');
    const [tag] = await findOrCreateTags(trx, [name]);
    if (!tag) throw new AppError('invalid_input', { issues: [{ path: 'name', message: 'A tag needs a name' }] });
    return tag;
  });
}

async function makeTag(trx: Executor, tag: { name: string; slug: string }): Promise<Tag> {
  return trx.insertInto('tags').values(tag).returning(columns).executeTakeFirstOrThrow();
}

/**
 * Renames a tag on all its posts; its former slug leads to the new one. `now` in milliseconds since 1970. Throws
 * AppError `not_found`, `name_taken`.
 */
export async function renameTag(ex: Executor, id: number, name: string, now: number): Promise<Tag> {
  return atomically(ex, async (trx) => {
    const slug = tagSlug(name);
    const existing = await findTagBySlug(trx, slug);
    if (existing && existing.id !== id) throw new AppError('name_taken');
    const before = await getTag(trx, id);
    const tag = await trx
      .updateTable('tags')
      .set({ name, slug })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    if (before.name !== name) {
      const state = { was: 'replaced' as const, name: before.name };
      await keepInHistory(trx, { kind: 'tag', action: 'replaced', subject: id, name: before.name, state }, now);
    }
    if (before.slug !== slug) {
      await removeRedirect(trx, slug);
      await setRedirect(trx, before.slug, id);
    }
    await rewriteTagLists(trx, await postsWithTag(trx, id));
    await rememberWords(trx, [name]);
    return tag;
  });
}

/**
 * Moves the posts and the addresses of one tag to another and deletes the first. Returns the other. `now` in
 * milliseconds since 1970. Throws AppError `not_found`.
 */
export async function mergeTags(ex: Executor, id: number, into: number, now: number): Promise<Tag> {
  return atomically(ex, async (trx) => {
    const target = await getTag(trx, into);
    if (id === into) return target;
    const merged = await getTag(trx, id);
    await keepDeleted(trx, merged, into, now);
    const posts = await postsWithTag(trx, id);
    await trx
      .insertInto('post_tags')
      .columns(['post_id', 'tag_id', 'position'])
      .expression((eb) =>
        eb
          .selectFrom('post_tags')
          .where('tag_id', '=', id)
          .select(['post_id', eb.lit(into).as('tag_id'), 'position']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx.updateTable('tag_redirects').set({ tag_id: into }).where('tag_id', '=', id).execute();
    await moveTopics(trx, 'tag', id, into);
    await removeTag(trx, id);
    await setRedirect(trx, merged.slug, into);
    await rewriteTagLists(trx, posts);
    return target;
  });
}

/** Removes a tag from all posts and deletes it. `now` in milliseconds since 1970. Throws AppError `not_found`. */
export async function deleteTag(ex: Executor, id: number, now: number): Promise<void> {
  await atomically(ex, async (trx) => {
    await keepDeleted(trx, await getTag(trx, id), undefined, now);
    const posts = await postsWithTag(trx, id);
    await moveTopics(trx, 'tag', id);
    await removeTag(trx, id);
    await rewriteTagLists(trx, posts);
  });
}

/**
 * Gives posts, by id, exactly these tags, in this order. Rows that do not change are not written: an action on many
 * posts adds one tag to each.
 */
export async function setPostTags(ex: Executor, tagsOf: ReadonlyMap<number, readonly Tag[]>): Promise<void> {
  const rows = [...tagsOf].flatMap(([post, tags]) => tags.map(({ id }, position) => [post, id, position]));
  const wanted = sql`json_each(${JSON.stringify(rows)})`;
  await sql`delete from post_tags where post_id in ${valuesOf([...tagsOf.keys()])}
    and (post_id, tag_id) not in (select value ->> 0, value ->> 1 from ${wanted})`.execute(ex);
  // Without WHERE, SQLite would read ON CONFLICT as part of a join.
  await sql`insert into post_tags (post_id, tag_id, position)
    select value ->> 0, value ->> 1, value ->> 2 from ${wanted} where true
    on conflict (post_id, tag_id) do update set position = excluded.position
    where post_tags.position != excluded.position`.execute(ex);
}

/** The slugs of the tags of these posts, live or not; each slug once. */
export async function tagSlugsOfPosts(ex: Executor, postIds: readonly number[]): Promise<string[]> {
  const rows = await ex
    .selectFrom('post_tags as pt')
    .innerJoin('tags as t', 't.id', 'pt.tag_id')
    .where('pt.post_id', 'in', valuesOf(postIds))
    .distinct()
    .orderBy('t.slug')
    .select('t.slug')
    .execute();
  return rows.map(({ slug }) => slug);
}

/** The value of blog_posts.tags. */
export function tagNames(tags: readonly Tag[]): string {
  return JSON.stringify(tags.map((tag) => tag.name));
}

async function postsWithTag(ex: Executor, tagId: number): Promise<number[]> {
  const rows = await ex.selectFrom('post_tags').where('tag_id', '=', tagId).select('post_id').execute();
  return rows.map((row) => row.post_id);
}

async function setRedirect(trx: Executor, slug: string, tagId: number): Promise<void> {
  await trx
    .insertInto('tag_redirects')
    .values({ slug, tag_id: tagId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ tag_id: tagId }))
    .execute();
}

async function removeRedirect(trx: Executor, slug: string): Promise<void> {
  await trx.deleteFrom('tag_redirects').where('slug', '=', slug).execute();
}

async function removeTag(ex: Executor, id: number): Promise<void> {
  await ex.deleteFrom('tags').where('id', '=', id).execute();
}

async function getTag(ex: Executor, id: number): Promise<Tag> {
  const tag = await ex.selectFrom('tags').select(columns).where('id', '=', id).executeTakeFirst();
  if (!tag) throw new AppError('not_found');
  return tag;
}

async function keepDeleted(
  trx: Executor,
  { id, name, slug }: Tag,
  mergedInto: number | undefined,
  now: number,
): Promise<void> {
  const led = await trx.selectFrom('tag_redirects').where('tag_id', '=', id).select('slug').execute();
  const redirects = led.map((redirect) => redirect.slug);
  const state = { was: 'deleted' as const, name, slug, redirects, mergedInto };
  const entry = await keepInHistory(trx, { kind: 'tag', action: 'deleted', subject: id, name, state }, now);
  await keepTaggedPosts(trx, entry, id, mergedInto ?? null);
}

/** Makes blog_posts.tags, and with it the search index, agree with post_tags again. */
export async function rewriteTagLists(ex: Executor, postIds: readonly number[]): Promise<void> {
  for (const postId of postIds) {
    const tags = await ex
      .selectFrom('post_tags as pt')
      .innerJoin('tags as t', 't.id', 'pt.tag_id')
      .where('pt.post_id', '=', postId)
      .orderBy('pt.position')
      .select(['t.id', 't.name', 't.slug'])
      .execute();
    await ex
      .updateTable('blog_posts')
      .set({ tags: tagNames(tags) })
      .where('id', '=', postId)
      .execute();
  }
}
