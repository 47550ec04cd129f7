import { rememberWords } from '#server/db/remember-words.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { RenderedText } from './post-writes.ts';

/** A post whose HTML was made by another version of the pipeline. */
export interface StalePost {
  id: number;
  version: number;
  content: string;
}

/** Posts whose HTML was not made by this version of the pipeline, at most `limit`, the newest first. */
export async function postsWithOldHtml(ex: Executor, htmlVersion: number, limit: number): Promise<StalePost[]> {
  // Two ranges instead of "<>", for which no index can be used.
  const older = ex.selectFrom('blog_posts').where('html_version', '<', htmlVersion).select('id');
  const newer = ex.selectFrom('blog_posts').where('html_version', '>', htmlVersion).select('id');
  return ex
    .selectFrom('blog_posts')
    .where('id', 'in', older.unionAll(newer))
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'version', 'content'])
    .execute();
}

/**
 * Marks the HTML of every post as made by no version, so that it is rendered again from the text, with everything
 * derived from it.
 */
export async function forgetHtml(ex: Executor): Promise<void> {
  await ex.updateTable('blog_posts').set({ html_version: 0 }).execute();
}

/**
 * Stores HTML that was rendered again from a version of a post. Does not change updatedAt or version. Returns false,
 * and stores nothing, when the post has changed in the meantime.
 */
export async function setHtml(
  ex: Executor,
  post: { id: number; version: number },
  rendered: RenderedText,
): Promise<boolean> {
  return atomically(ex, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('blog_posts')
      .set({
        html: rendered.html,
        html_version: rendered.htmlVersion,
        body: rendered.text,
        embeds: JSON.stringify(rendered.embeds),
      })
      .where('id', '=', post.id)
      .where('version', '=', post.version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await rememberWords(trx, [rendered.text]);
    return true;
  });
}
