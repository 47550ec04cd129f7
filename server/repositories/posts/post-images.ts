import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from './post-rows.ts';

const OWN_PICTURE = /\/uploads\/([\w.-]+)/g;

/** Notes which of our own pictures a post shows, read from its stored text and its featured picture. */
export async function setPostImages(ex: Executor, postId: number): Promise<void> {
  const { content, featured_image } = await ex
    .selectFrom('blog_posts')
    .select(['content', 'featured_image'])
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  const filenames = new Set([...content.matchAll(OWN_PICTURE)].flatMap((match) => match[1] ?? []));
  if (featured_image?.startsWith(UPLOADS)) filenames.add(featured_image.slice(UPLOADS.length));

  await ex.deleteFrom('post_images').where('post_id', '=', postId).execute();
  await sql`
    insert into post_images (post_id, filename) select ${postId}, value from json_each(${JSON.stringify([...filenames])})
  `.execute(ex);
}
