import { sql } from 'kysely';
import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Image } from '#shared/contract/images.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepInHistory } from './history/keep.ts';
import { columnsOf, getImage, nameOfImage } from './images.ts';
import { type PostChanges, updatePost } from './posts/post-writes.ts';

/** A post outside the bin that shows a picture, with the version that its changes were made from. */
export interface ShowingPost {
  id: number;
  version: number;
}

/** The posts outside the bin that show a picture, ordered by id. */
export async function postsShowing(ex: Executor, filename: string): Promise<ShowingPost[]> {
  return ex
    .selectFrom('post_images as u')
    .innerJoin('blog_posts as p', 'p.id', 'u.post_id')
    .where('u.filename', '=', filename)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .select(['p.id', 'p.version'])
    .execute();
}

/** The file names under which a picture has been served so far: its own, and those of its former files. */
export async function formerNames(ex: Executor, image: Pick<Image, 'id' | 'filename'>): Promise<string[]> {
  const rows = await ex.selectFrom('image_redirects').where('image_id', '=', image.id).select('filename').execute();
  return [image.filename, ...rows.map(({ filename }) => filename)];
}

export interface Replacement {
  /** The name of the file that is replaced. */
  filename: string;
  picture: StoredPicture;
  /** The original name of the new file; when empty, the old file's name stays. */
  name: string;
  /** Every post that shows the picture, with the changes to make to it. */
  posts: (ShowingPost & { changes: PostChanges })[];
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Gives a picture another file: the old file goes to the bin, its address leads to the new file, and the posts are
 * changed, each with a revision, all or nothing. Returns null, and changes nothing, when other posts show the picture
 * by now or one of the posts has another version. Throws AppError `not_found`.
 */
export async function replaceImage(ex: Executor, replacement: Replacement): Promise<Image | null> {
  const { filename, picture, name, posts, now } = replacement;
  return atomically(ex, async (trx) => {
    const row = await trx
      .selectFrom('images')
      .selectAll()
      .where('filename', '=', filename)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    const versions = (list: readonly ShowingPost[]) => JSON.stringify(list.map(({ id, version }) => [id, version]));
    if (versions(await postsShowing(trx, filename)) !== versions(posts)) return null;

    const { id, ...old } = row;
    await trx
      .updateTable('images')
      .set({ ...columnsOf(picture), name: name || old.name, sha256: null })
      .where('id', '=', id)
      .execute();
    await trx
      .insertInto('images')
      .values({ ...old, deleted_at: isoTime(now) })
      .execute();
    const record = { kind: 'picture', action: 'replaced', subject: filename, name: nameOfImage(row) } as const;
    await keepInHistory(trx, record, now);
    await trx.insertInto('image_redirects').values({ filename, image_id: id }).execute();
    for (const post of posts) await changePost(trx, post, now);
    // Posts in the bin keep the old address, which leads to the new file.
    await sql`update or ignore post_images set filename = ${picture.filename} where filename = ${filename}`.execute(
      trx,
    );
    return getImage(trx, picture.filename);
  });
}

/** Keeps the date of the post's last change of text, because the words that readers see have not changed. */
async function changePost(ex: Executor, post: Replacement['posts'][number], now: number): Promise<void> {
  const { content_updated_at } = await ex
    .selectFrom('blog_posts')
    .select('content_updated_at')
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow();
  await updatePost(ex, post.id, post.changes, { now, cause: 'bulk' });
  await ex.updateTable('blog_posts').set({ content_updated_at }).where('id', '=', post.id).execute();
}
