import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from './image-addresses.ts';

// Queries that only an export needs.

/** The ids of the posts outside the bin, ordered by slug, so that another site numbers the same posts alike. */
export async function exportedPostIds(ex: Executor): Promise<number[]> {
  const rows = await ex
    .selectFrom('blog_posts')
    .where('deleted_at', 'is', null)
    .orderBy('slug')
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The addresses of all pictures outside the bin. */
export async function exportedPictureAddresses(ex: Executor): Promise<string[]> {
  const rows = await ex
    .selectFrom('images')
    .where('deleted_at', 'is', null)
    .orderBy('filename')
    .select('filename')
    .execute();
  return rows.map(({ filename }) => UPLOADS + filename);
}

/** A former slug, and the present slug of the thing that had it. */
interface Former {
  slug: string;
  to: string;
}

/** The former slugs of posts outside the bin, ordered by former slug. */
export function formerPostSlugs(ex: Executor): Promise<Former[]> {
  return ex
    .selectFrom('redirects as r')
    .innerJoin('blog_posts as p', 'p.id', 'r.post_id')
    .where('p.deleted_at', 'is', null)
    .orderBy('r.slug')
    .select(['r.slug', 'p.slug as to'])
    .execute();
}

export function formerTagSlugs(ex: Executor): Promise<Former[]> {
  return ex
    .selectFrom('tag_redirects as r')
    .innerJoin('tags as t', 't.id', 'r.tag_id')
    .orderBy('r.slug')
    .select(['r.slug', 't.slug as to'])
    .execute();
}

export function formerAuthorSlugs(ex: Executor): Promise<Former[]> {
  return ex
    .selectFrom('author_redirects as r')
    .innerJoin('authors as a', 'a.id', 'r.author_id')
    .orderBy('r.slug')
    .select(['r.slug', 'a.slug as to'])
    .execute();
}

/** Every version of every step's prompt, by step, the oldest first. */
export function exportedPromptVersions(ex: Executor) {
  return ex.selectFrom('prompt_versions').selectAll().orderBy('step').orderBy('number').execute();
}

/** Everybody who follows or has followed by e-mail, ordered by address. */
export function exportedSubscriberRows(ex: Executor) {
  return ex.selectFrom('newsletter_subscribers').selectAll().orderBy('email').execute();
}

/** The topics that subscribers follow; `slug` is empty for the whole site, and null when the topic no longer exists. */
export function exportedTopicRows(ex: Executor) {
  return ex
    .selectFrom('subscriber_topics as s')
    .leftJoin('categories as c', (join) => join.onRef('c.id', '=', 's.target_id').on('s.kind', '=', 'category'))
    .leftJoin('tags as t', (join) => join.onRef('t.id', '=', 's.target_id').on('s.kind', '=', 'tag'))
    .leftJoin('authors as a', (join) => join.onRef('a.id', '=', 's.target_id').on('s.kind', '=', 'author'))
    .select(({ fn, val, case: choose }) => [
      's.subscriber_id as subscriberId',
      's.kind',
      choose()
        .when('s.kind', '=', 'site')
        .then(val(''))
        .else(fn.coalesce('c.slug', 't.slug', 'a.slug'))
        .end()
        .as('slug'),
    ])
    .orderBy('s.subscriber_id')
    .orderBy('s.kind')
    .orderBy('slug')
    .execute();
}

/** The addresses to which nobody may write any more, as hashes. */
export function suppressedAddressRows(ex: Executor) {
  return ex
    .selectFrom('suppressed_addresses')
    .orderBy('address_hash')
    .select(['address_hash as addressHash', 'reason', 'created_at as createdAt'])
    .execute();
}

/** How much an export of everything would hold; `pictureFiles` are the files that the pictures' rows name. */
export async function exportCounts(ex: Executor) {
  const posts = await ex
    .selectFrom('blog_posts')
    .where('deleted_at', 'is', null)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>(fn<number>('octet_length', ['content'])), eb.lit(0)).as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  const subscribers = await ex
    .selectFrom('newsletter_subscribers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const pictureFiles = await ex
    .selectFrom('images')
    .where('deleted_at', 'is', null)
    .select(['filename', 'original_filename as originalFilename', 'size'])
    .execute();
  return { posts, subscribers: subscribers.count, pictureFiles };
}
