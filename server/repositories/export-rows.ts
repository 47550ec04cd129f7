import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from './image-addresses.ts';

// What an export reads that nobody else asks for as it does.

/** The posts outside the bin in the order of their slugs, which other sites number alike. */
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

/** An address that once was of something, and whose it is now: both slugs. */
interface Former {
  slug: string;
  to: string;
}

/** The former slugs of posts outside the bin, by them. */
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

/** Everything a step's prompt ever was, by steps, the oldest first. */
export function exportedPromptVersions(ex: Executor) {
  return ex.selectFrom('prompt_versions').selectAll().orderBy('step').orderBy('number').execute();
}

/** Everybody who follows or has followed by e-mail, by address. */
export function exportedSubscriberRows(ex: Executor) {
  return ex.selectFrom('newsletter_subscribers').selectAll().orderBy('email').execute();
}

/** What subscribers follow; `slug` is empty for the whole site, and null where what they followed is gone. */
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

/** The addresses nobody may write to any more, as hashes. */
export function suppressedAddressRows(ex: Executor) {
  return ex
    .selectFrom('suppressed_addresses')
    .orderBy('address_hash')
    .select(['address_hash as addressHash', 'reason', 'created_at as createdAt'])
    .execute();
}

/** How much an export of everything would hold; `pictureFiles` as their rows name them. */
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
