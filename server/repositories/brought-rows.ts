import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { atomically } from '#server/db/transaction.ts';
import { forgetSlug } from './path-redirects.ts';
import { findPostOfSource } from './posts/post-sources.ts';

// What an import of an export writes that nobody else writes as it does: with the times and keys it had.

/** Whether a step's prompt was ever the owner's own here. */
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

/** Somebody who follows by e-mail, with what their links are made with. */
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

/** Whether nobody may write to an address any more, or it is somebody's here already. */
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

/** Answers their id. A link key that is another's here is made anew. */
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

/** Notes an address nobody may write to any more, by its SHA-256 in hex; answers whether it was new. */
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

/** Why nothing is sent to an address, and since when, in one text. */
export const suppressionText = (row: { reason: string; createdAt: string }): string => `${row.reason} ${row.createdAt}`;

/** Takes a suppression back that stands as an import brought it (`said`); answers whether it does. */
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

/** Of what former addresses are kept. */
export type FormerKind = 'posts' | 'tags' | 'authors';

/** Whether a slug is in use here, as an address that readers see or will see, or as a former one: a draft takes none. */
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
 * Lets a slug that is not in use lead to what has another. Answers the id of that; null where nothing has it. `at` as dates
 * are stored.
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

/** Has the site forget a slug that an import had lead to the thing of this id, unless it leads elsewhere by now. */
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

/** Whether no picture here has or had a name that begins with these 24 hex digits. */
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
