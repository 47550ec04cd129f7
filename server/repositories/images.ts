import { type Selectable, sql } from 'kysely';
import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import { isoTime } from '#server/db/live.ts';
import type { ImagesTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { Image } from '#shared/contract/images.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cutPage, type Page, type Paging, windowOf } from './paging.ts';
import { UPLOADS, valuesOf } from './posts/post-rows.ts';

/** Pictures, newest first, each with the posts that show it. Throws AppError `invalid_input` for a cursor that is none of ours. */
export async function listImages(ex: Executor, paging: Paging): Promise<Page<Image>> {
  const { limit, offset, after } = windowOf(paging);
  let query = ex
    .selectFrom('images')
    .selectAll()
    .select('created_at as at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(after.at, after.id)));
  const { shown, next } = cutPage(await query.execute(), paging);
  const { total } = await ex
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: await toImages(ex, shown), total, next };
}

export async function findImage(ex: Executor, filename: string): Promise<Image | null> {
  const row = await ex.selectFrom('images').selectAll().where('filename', '=', filename).executeTakeFirst();
  const [image] = await toImages(ex, row ? [row] : []);
  return image ?? null;
}

/** A picture named by its file name, or by its id in digits; null when there is none. */
export async function findImageByName(ex: Executor, name: string): Promise<Image | null> {
  const named = await findImage(ex, name);
  if (named || !/^[1-9]\d{0,15}$/.test(name)) return named;
  const row = await ex.selectFrom('images').select('filename').where('id', '=', Number(name)).executeTakeFirst();
  return row ? findImage(ex, row.filename) : null;
}

/** Sizes of the pictures of ours among these addresses, by address. */
export async function pictureRecords(ex: Executor, urls: readonly string[]): Promise<Map<string, StoredPicture>> {
  const filenames = urls.filter((url) => url.startsWith(UPLOADS)).map((url) => url.slice(UPLOADS.length));
  const rows = await ex.selectFrom('images').selectAll().where('filename', 'in', valuesOf(filenames)).execute();
  return new Map(rows.map((row) => [UPLOADS + row.filename, toPicture(row)]));
}

/** Stores the row of a picture whose files are there. `now` in milliseconds since 1970. */
export async function insertImage(
  ex: Executor,
  picture: StoredPicture,
  { now, title = '', alt = '' }: { now: number; title?: string; alt?: string },
): Promise<Image> {
  await ex
    .insertInto('images')
    .values({
      filename: picture.filename,
      original_filename: picture.originalFilename,
      share_filename: picture.shareFilename,
      width: picture.width,
      height: picture.height,
      size: picture.size,
      srcset: picture.srcset,
      title,
      alt,
      created_at: isoTime(now),
    })
    .execute();
  return getImage(ex, picture.filename);
}

/** Changes what is given. Throws AppError `not_found`. */
export async function updateImage(
  ex: Executor,
  filename: string,
  { title, alt }: { title?: string | undefined; alt?: string | undefined },
): Promise<Image> {
  await ex.updateTable('images').set({ filename, title, alt }).where('filename', '=', filename).execute();
  return getImage(ex, filename);
}

/** Forgets a picture and answers which files it had, for deleting them once this is committed. Throws AppError `not_found`. */
export async function deleteImage(ex: Executor, filename: string): Promise<StoredPicture> {
  const row = await ex.deleteFrom('images').where('filename', '=', filename).returningAll().executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toPicture(row);
}

async function getImage(ex: Executor, filename: string): Promise<Image> {
  const image = await findImage(ex, filename);
  if (!image) throw new AppError('not_found');
  return image;
}

type ImageRow = Selectable<ImagesTable>;

async function toImages(ex: Executor, rows: ImageRow[]): Promise<Image[]> {
  const uses = await ex
    .selectFrom('post_images')
    .where('filename', 'in', valuesOf(rows.map((row) => row.filename)))
    .groupBy('filename')
    .select(['filename', sql<string>`json_group_array(post_id)`.as('posts')])
    .execute();
  const usedBy = new Map(uses.map((use) => [use.filename, JSON.parse(use.posts) as number[]]));
  return rows.map((row) => ({
    id: row.id,
    filename: row.filename,
    url: UPLOADS + row.filename,
    created: row.created_at,
    size: row.size,
    width: row.width,
    height: row.height,
    metadata: { title: row.title, alt: row.alt },
    usedBy: usedBy.get(row.filename) ?? [],
  }));
}

function toPicture(row: ImageRow): StoredPicture {
  return {
    filename: row.filename,
    width: row.width,
    height: row.height,
    size: row.size,
    srcset: row.srcset,
    shareFilename: row.share_filename,
    originalFilename: row.original_filename,
  };
}

/** The files of every stored picture, the oldest first: for comparing with the disk. */
export async function allPictureFiles(
  ex: Executor,
): Promise<Pick<StoredPicture, 'filename' | 'srcset' | 'shareFilename' | 'originalFilename'>[]> {
  return ex
    .selectFrom('images')
    .orderBy('id')
    .select(['filename', 'srcset', 'share_filename as shareFilename', 'original_filename as originalFilename'])
    .execute();
}
