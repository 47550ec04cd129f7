import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { atomically } from '#server/db/transaction.ts';
import { forgetSlug } from './path-redirects.ts';
import { findPostOfSource } from './posts/post-sources.ts';

// Writes that only the import of an export makes: the rows keep the times and keys that they had.

/** Whether the owner has ever had their own prompt for a step here. */
export async function hasOwnPrompt(ex: Executor, step: string): Promise<boolean> {
  const version = await ex
    .selectFrom('prompt_versions')
    .where('step', '=', step)
    .where('is_default', '=', 0)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  const now = await ex.selectFrom('prompt_templates').where('step', '=', step).select('is_default').executeTakeFirst();
  return version !== undefined || now?.is_default === 0;
}

/** Somebody who follows by e-mail, with the key that their links are made with. */
interface BroughtSubscriber {
  email: string;
  name: string | null;
  isSubscribed: boolean;
  source: 'site' | 'import' | 'owner';
  createdAt: string;
  endedAt: string | null;
  linkKey: string | null;
  topics: readonly { kind: 'site' | 'category' | 'tag' | 'author'; targetId: number }[];
}

/** Whether nobody may write to an address any more, or a subscriber here has the address already. */
export async function isAddressSettled(ex: Executor, email: string): Promise<boolean> {
  const subscriber = await ex
    .selectFrom('newsletter_subscribers')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .select('id')
    .executeTakeFirst();
  if (subscriber) return true;
  const addressHash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  const suppressed = await ex
    .selectFrom('suppressed_addresses')
    .where('address_hash', '=', addressHash)
    .select('address_hash')
    .executeTakeFirst();
  return suppressed !== undefined;
}

/** Inserts a subscriber and returns their id. A link key that another subscriber has here is replaced by a new one. */
export function bringSubscriber(ex: Executor, brought: BroughtSubscriber): Promise<number> {
  return atomically(ex, async (trx) => {
    const { email, name, source, createdAt, endedAt, linkKey, topics } = brought;
    const twin = await trx
      .selectFrom('newsletter_subscribers')
      .where('link_key', '=', linkKey)
      .select('id')
      .executeTakeFirst();
    const key = linkKey === null || twin ? randomBytes(16).toString('hex') : linkKey;
    const { id } = await trx
      .insertInto('newsletter_subscribers')
      .values({
        ...{ email, name, source, subscribed: brought.isSubscribed ? 1 : 0 },
        ...{ created_at: createdAt, ended_at: endedAt, link_key: key },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { kind, targetId } of topics) {
      await trx
        .insertInto('subscriber_topics')
        .values({ subscriber_id: id, kind, target_id: targetId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return id;
  });
}

/** Stores an address to which nobody may write any more, by its SHA-256 in hex; returns whether it was new. */
export async function bringSuppressed(
  ex: Executor,
  row: { addressHash: string; reason: 'bounced' | 'complained' | 'erased'; createdAt: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ex
    .insertInto('suppressed_addresses')
    .values({ address_hash: row.addressHash, reason: row.reason, created_at: row.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The reason and the time of a suppression, as one text. */
export const suppressionText = (row: { reason: string; createdAt: string }): string => `${row.reason} ${row.createdAt}`;

/** Takes back a suppression that is still as an import stored it (`said`); returns whether it is. */
export async function takeSuppressedBack(ex: Executor, addressHash: string, said: string): Promise<boolean> {
  return atomically(ex, async (trx) => {
    const row = await trx
      .selectFrom('suppressed_addresses')
      .where('address_hash', '=', addressHash)
      .select(['reason', 'created_at as createdAt'])
      .executeTakeFirst();
    if (!row || suppressionText(row) !== said) return false;
    await trx.deleteFrom('suppressed_addresses').where('address_hash', '=', addressHash).execute();
    return true;
  });
}

/** The kinds of things whose former addresses are stored. */
export type FormerKind = 'posts' | 'tags' | 'authors';

/**
 * Whether a slug is in use here: as an address that readers see or will see, or as a former one. The slugs of drafts do
 * not count.
 */
export async function isSlugInUse(ex: Executor, kind: FormerKind, slug: string): Promise<boolean> {
  const [now, before] = {
    posts: [
      published(ex).where('p.slug', '=', slug).select('p.slug'),
      ex.selectFrom('redirects').where('slug', '=', slug).select('slug'),
    ],
    tags: [
      published(ex)
        .innerJoin('post_tags as pt', 'pt.post_id', 'p.id')
        .innerJoin('tags as t', 't.id', 'pt.tag_id')
        .where('t.slug', '=', slug)
        .select('t.slug'),
      ex.selectFrom('tag_redirects').where('slug', '=', slug).select('slug'),
    ],
    authors: [
      ex.selectFrom('authors').where('slug', '=', slug).select('slug'),
      ex.selectFrom('author_redirects').where('slug', '=', slug).select('slug'),
    ],
  }[kind];
  return (await now?.executeTakeFirst()) !== undefined || (await before?.executeTakeFirst()) !== undefined;
}

function published(ex: Executor) {
  return ex.selectFrom('blog_posts as p').where('p.deleted_at', 'is', null).where('p.published', '=', 1);
}

/**
 * Makes an unused slug lead to the post, tag or author whose slug is `to`. Returns its id; null when nothing has the
 * slug `to`. `at` in the form in which dates are stored.
 */
export async function bringFormerSlug(
  ex: Executor,
  kind: FormerKind,
  { slug, to, at }: { slug: string; to: string; at: string },
): Promise<number | null> {
  if (kind === 'posts') {
    const post = await findPostOfSource(ex, { source: '', slug: to });
    if (post) await ex.insertInto('redirects').values({ slug, post_id: post.postId, created_at: at }).execute();
    return post?.postId ?? null;
  }
  if (kind === 'tags') {
    const tag = await ex.selectFrom('tags').where('slug', '=', to).select('id').executeTakeFirst();
    if (tag) await ex.insertInto('tag_redirects').values({ slug, tag_id: tag.id }).execute();
    return tag?.id ?? null;
  }
  const author = await ex.selectFrom('authors').where('slug', '=', to).select('id').executeTakeFirst();
  if (author) await ex.insertInto('author_redirects').values({ slug, author_id: author.id }).execute();
  return author?.id ?? null;
}

/**
 * Removes a slug that an import has led to the post, tag or author with this id, unless the slug leads elsewhere by
 * now.
 */
export async function takeFormerSlugBack(
  ex: Executor,
  kind: FormerKind,
  slug: string,
  id: number,
): Promise<'taken' | 'gone' | 'changed'> {
  const found = await {
    posts: ex.selectFrom('redirects').where('slug', '=', slug).select('post_id as id'),
    tags: ex.selectFrom('tag_redirects').where('slug', '=', slug).select('tag_id as id'),
    authors: ex.selectFrom('author_redirects').where('slug', '=', slug).select('author_id as id'),
  }[kind].executeTakeFirst();
  if (!found) return 'gone';
  if (found.id !== id) return 'changed';
  await forgetSlug(ex, ({ posts: 'post', tags: 'tag', authors: 'author' } as const)[kind], slug);
  return 'taken';
}

/** Whether no picture here has, or ever had, a file name that begins with these 24 hex digits. */
export async function isPictureNameFree(ex: Executor, id: string): Promise<boolean> {
  const end = `${id}~`;
  const own = ex.selectFrom('images').where('filename', '>=', id).where('filename', '<', end).select('filename');
  const former = ex
    .selectFrom('image_redirects')
    .where('filename', '>=', id)
    .where('filename', '<', end)
    .select('filename');
  return (await own.executeTakeFirst()) === undefined && (await former.executeTakeFirst()) === undefined;
}
