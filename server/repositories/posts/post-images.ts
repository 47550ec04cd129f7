import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from '../image-addresses.ts';

const OWN_PICTURE = /\/uploads\/([\w.-]+)/g;

/**
 * Records which of the site's own pictures a post shows, read from its stored text and its featured picture. The
 * address of a replaced file counts as showing the file that took its place.
 */
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
    insert or ignore into post_images (post_id, filename)
    select ${postId}, coalesce(i.filename, j.value) from json_each(${JSON.stringify([...filenames])}) j
    left join image_redirects r on r.filename = j.value left join images i on i.id = r.image_id
  `.execute(ex);
}
