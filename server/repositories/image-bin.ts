import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Image } from '#shared/contract/images.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepInHistory, loseFromHistory } from './history/keep.ts';
import { getImage, nameOfImage, toPicture } from './images.ts';
import { setPostImages } from './posts/post-images.ts';

/**
 * Moves a picture to the bin; its address leads to the picture `replacedBy` when that is given. Throws AppError
 * `not_found`. `now` in milliseconds since 1970.
 */
export async function binImage(ex: Executor, filename: string, now: number, replacedBy?: number): Promise<void> {
  await atomically(ex, async (trx) => {
    const row = await trx
      .updateTable('images')
      .set({ deleted_at: isoTime(now) })
      .where('filename', '=', filename)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    await keepInHistory(trx, { kind: 'picture', action: 'deleted', subject: filename, name: nameOfImage(row) }, now);
    const heir = await trx
      .selectFrom('images')
      .where('id', '=', replacedBy ?? -1)
      .select('id')
      .executeTakeFirst();
    if (heir)
      await trx
        .insertInto('image_redirects')
        .values({ filename, image_id: heir.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

/**
 * Takes a picture out of the bin. If another picture had replaced it, its address serves this picture again; the posts
 * keep the other one. `now` in milliseconds since 1970. Throws AppError `not_found`.
 */
export async function undeleteImage(ex: Executor, filename: string, now: number): Promise<Image> {
  return atomically(ex, async (trx) => {
    const row = await trx
      .updateTable('images')
      .set({ deleted_at: null })
      .where('filename', '=', filename)
      .where('deleted_at', 'is not', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    const redirect = await trx
      .deleteFrom('image_redirects')
      .where('filename', '=', filename)
      .returning('image_id')
      .executeTakeFirst();
    if (redirect) {
      // Some of the posts recorded as showing the other picture do so by this picture's address.
      const posts = await trx
        .selectFrom('post_images')
        .where('filename', '=', (eb) => eb.selectFrom('images').select('filename').where('id', '=', redirect.image_id))
        .select('post_id')
        .execute();
      for (const { post_id } of posts) await setPostImages(trx, post_id);
    }
    const state = redirect && { was: 'restored' as const, replacedBy: redirect.image_id };
    const record = { kind: 'picture', action: 'restored', subject: filename, name: nameOfImage(row) } as const;
    await keepInHistory(trx, { ...record, ...(state && { state }) }, now);
    return getImage(trx, filename);
  });
}

/**
 * Deletes the row of a picture in the bin and returns the picture's files, to be deleted after the commit. Throws
 * AppError `not_found`.
 */
export async function purgeImage(ex: Executor, filename: string): Promise<StoredPicture> {
  return atomically(ex, async (trx) => {
    const row = await trx
      .deleteFrom('images')
      .where('filename', '=', filename)
      .where('deleted_at', 'is not', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    await loseFromHistory(trx, 'picture', filename);
    return toPicture(row);
  });
}

/**
 * The file names of the pictures that were moved to the bin before `time` (milliseconds since 1970), or of all in the
 * bin when `time` is null, the oldest deletion first.
 */
export async function binned(ex: Executor, time: number | null): Promise<string[]> {
  const rows = await ex
    .selectFrom('images')
    .where('deleted_at', 'is not', null)
    .$if(time !== null, (query) => query.where('deleted_at', '<', isoTime(time ?? 0)))
    .orderBy('deleted_at')
    .select('filename')
    .execute();
  return rows.map(({ filename }) => filename);
}
