import type { Executor } from '#server/db/transaction.ts';
import { valuesOf } from '../values-of.ts';
import { isSuppressed } from './suppressed.ts';

/** Somebody a letter goes to. */
export interface Recipient {
  id: number;
  email: string;
  name: string | null;
  /** What the links in their letters are made with. */
  linkKey: string;
}

interface Part {
  /** The last id of the part before; 0 for the first. */
  after: number;
  limit: number;
}

/**
 * Who follows any of these posts: the site, a post's category, its author or one of its tags. Each once, in the order of
 * their ids, a part at a time; those who have ended, or must not be written to, are left out.
 */
export async function recipientsOfPosts(
  ex: Executor,
  postIds: readonly number[],
  { after, limit }: Part,
): Promise<Recipient[]> {
  const topics = await topicsOfPosts(ex, postIds);
  const rows = await ex
    .selectFrom('newsletter_subscribers as s')
    .where('s.subscribed', '=', 1)
    .where('s.id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriber_topics as t')
          .whereRef('t.subscriber_id', '=', 's.id')
          .where(({ or, and, eb }) => {
            const follows = (kind: keyof typeof topics) =>
              and([eb('t.kind', '=', kind), eb('t.target_id', 'in', valuesOf(topics[kind]))]);
            return or([eb('t.kind', '=', 'site'), follows('category'), follows('author'), follows('tag')]);
          })
          .select('t.subscriber_id'),
      ),
    )
    .where(({ not }) => not(isSuppressed()))
    .orderBy('s.id')
    .limit(limit)
    .select(['s.id', 's.email', 's.name', 's.link_key as linkKey'])
    .execute();
  return rows.flatMap(({ linkKey, ...recipient }) => (linkKey === null ? [] : [{ ...recipient, linkKey }]));
}

async function topicsOfPosts(ex: Executor, postIds: readonly number[]) {
  const posts = await ex
    .selectFrom('blog_posts')
    .where('id', 'in', valuesOf(postIds))
    .select(['category_id as category', 'author_id as author'])
    .execute();
  const tags = await ex
    .selectFrom('post_tags')
    .where('post_id', 'in', valuesOf(postIds))
    .distinct()
    .select('tag_id as tag')
    .execute();
  return {
    category: [...new Set(posts.map(({ category }) => category))],
    author: [...new Set(posts.map(({ author }) => author))],
    tag: tags.map(({ tag }) => tag),
  };
}
