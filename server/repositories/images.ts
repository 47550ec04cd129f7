import { isDeepStrictEqual } from 'node:util';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import { isoTime } from '#server/db/live.ts';
import type { ImagesTable, Schema } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { foldText, searchedParts } from '#shared/content/search/search-words.ts';
import type { Image, ImageOrder } from '#shared/contract/images.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepInHistory } from './history/keep.ts';
import { imageRowsAt, UPLOADS } from './image-addresses.ts';
import { cutPage, type Page, type Paging, windowOf } from './paging.ts';
import { valuesOf } from './values-of.ts';

/** The pictures that a list holds, and their order; an absent field does not restrict. */
export interface ImageFilter {
  /** Words that must all occur in the texts of a picture, or in the title of a post that shows it. */
  q?: string | undefined;
  /** `newest` when absent. */
  order?: ImageOrder | undefined;
  /** Only the pictures with these file names. */
  names?: readonly string[] | undefined;
  /** Only pictures that no post shows. */
  unused?: boolean | undefined;
  /** The pictures in the bin, the last deleted first, instead of those outside it. */
  bin?: boolean | undefined;
}

/**
 * Pictures, each with the posts that show it. Throws AppError `invalid_input` for a cursor that the server did not
 * give.
 */
export async function listImages(ex: Executor, request: ImageFilter & Paging): Promise<Page<Image>> {
  const { limit, offset, after } = windowOf(request);
  // Pages in another order are requested by number.
  const hasCursor = request.order === undefined || request.order === 'newest';
  const [ids, names] = [await idsWith(ex, request.q), request.names];
  const time = request.bin ? 'deleted_at' : 'created_at';
  const chosen = ex
    .selectFrom('images')
    .where('deleted_at', request.bin ? 'is not' : 'is', null)
    .$if(ids !== null, (query) => query.where('id', 'in', valuesOf(ids ?? [])))
    .$if(names !== undefined, (query) => query.where('filename', 'in', valuesOf(names ?? [])))
    .$if(request.unused === true, (query) => query.where(isUnused));
  let query = chosen.selectAll().select(sql<string>`${sql.ref(time)}`.as('at'));
  query = ordersOf(request, time).reduce((ordered, order) => ordered.orderBy(order), query);
  if (after) query = query.where(sql<boolean>`(${sql.ref(time)}, id) < (${after.at}, ${after.id})`);
  const { shown, next } = cutPage(await query.limit(limit).offset(offset).execute(), request);
  const { total } = await chosen.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items: await toImages(ex, shown), total, next: hasCursor ? next : null };
}

async function idsWith(ex: Executor, q = ''): Promise<number[] | null> {
  return q.trim() === '' ? null : imagesWith(ex, q);
}

/**
 * The ids of the pictures, in the bin or not, for which every word of `q` occurs somewhere: in the file's name, the
 * title, the alternative text, or the title of a post that shows the picture. Parts of words count; case and diacritics
 * do not matter.
 */
async function imagesWith(ex: Executor, q: string): Promise<number[]> {
  const words = searchedParts(q);
  const rows = await ex
    .selectFrom('images as i')
    .select([
      'i.id',
      sql<string>`i.name || char(10) || i.title || char(10) || i.alt || char(10) || i.filename || char(10) || coalesce(
        (select group_concat(p.title, char(10)) from post_images u join blog_posts p on p.id = u.post_id
         where u.filename = i.filename), '')`.as('said'),
    ])
    .execute();
  return rows
    .filter(({ said }) => {
      const text = foldText(said);
      return words.every((word) => text.includes(word));
    })
    .map(({ id }) => id);
}

function isUnused({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'images'>) {
  return not(exists(selectFrom('post_images as u').whereRef('u.filename', '=', 'images.filename').select('u.post_id')));
}

function ordersOf({ order = 'newest' }: ImageFilter, time: 'created_at' | 'deleted_at') {
  const column = sql.ref(time);
  const orders = {
    newest: [sql`${column} desc`, sql`id desc`],
    oldest: [sql`${column}`, sql`id`],
    // The name that the library shows for a picture.
    name: [sql`coalesce(nullif(title, ''), nullif(name, ''), nullif(alt, ''), filename) collate nocase`, sql`id`],
    largest: [sql`size desc`, sql`id desc`],
  };
  return orders[order];
}

/** A picture outside the bin. */
export async function findImage(ex: Executor, filename: string): Promise<Image | null> {
  const image = await imageNamed(ex, filename);
  return image?.deletedAt === null ? image : null;
}

/**
 * A picture outside the bin, or with `bin` one in it, found by its file name, or by its id in digits; null when there
 * is none.
 */
export async function findImageByName(ex: Executor, name: string, { bin = false } = {}): Promise<Image | null> {
  const image = (await imageNamed(ex, name)) ?? (await imageOfId(ex, name));
  return image !== null && (image.deletedAt !== null) === bin ? image : null;
}

/**
 * The names by which the owner knows these pictures: the original file name, else the title. Pictures without either
 * are left out.
 */
export async function knownNames(ex: Executor, filenames: readonly string[]): Promise<Record<string, string>> {
  if (filenames.length === 0) return {};
  const rows = await ex
    .selectFrom('images')
    .select(['filename', 'title', 'name'])
    .where('filename', 'in', filenames)
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ filename, title, name }) => (name || title ? [[filename, name || title]] : [])),
  );
}

async function imageNamed(ex: Executor, filename: string): Promise<Image | null> {
  const row = await ex.selectFrom('images').selectAll().where('filename', '=', filename).executeTakeFirst();
  const [image] = await toImages(ex, row ? [row] : []);
  return image ?? null;
}

async function imageOfId(ex: Executor, id: string): Promise<Image | null> {
  if (!/^[1-9]\d{0,15}$/.test(id)) return null;
  const row = await ex.selectFrom('images').select('filename').where('id', '=', Number(id)).executeTakeFirst();
  return row ? imageNamed(ex, row.filename) : null;
}

/**
 * The sizes of the site's own pictures outside the bin among these addresses, by address. A replaced file has the sizes
 * of the file that took its place.
 */
export async function pictureRecords(ex: Executor, urls: readonly string[]): Promise<Map<string, StoredPicture>> {
  return new Map([...(await imageRowsAt(ex, urls))].map(([url, row]) => [url, toPicture(row)]));
}

/** The texts of a picture; `name` is the original name of its file. */
interface ImageWords {
  title?: string | undefined;
  alt?: string | undefined;
  name?: string | undefined;
  focus?: string | undefined;
}

/** Inserts the row of a picture whose files exist already. `now` in milliseconds since 1970. */
export async function insertImage(
  ex: Executor,
  picture: StoredPicture,
  { now, title = '', alt = '', name = '', focus = '' }: ImageWords & { now: number },
): Promise<Image> {
  await ex
    .insertInto('images')
    .values({ ...columnsOf(picture), title, alt, name, focus, created_at: isoTime(now) })
    .execute();
  return getImage(ex, picture.filename);
}

/** Changes the given fields. Throws AppError `not_found`. */
export async function updateImage(
  ex: Executor,
  filename: string,
  { title, alt, focus }: Omit<ImageWords, 'name'>,
  now: number,
): Promise<Image> {
  return atomically(ex, async (trx) => {
    const before = await getImage(trx, filename);
    await trx.updateTable('images').set({ filename, title, alt, focus }).where('filename', '=', filename).execute();
    const after = await getImage(trx, filename);
    const words = { ...before.metadata, focus: before.focus };
    const isOther = !isDeepStrictEqual({ ...after.metadata, focus: after.focus }, words);
    // Filling in fields that were all blank replaces nothing, so History gets no entry.
    if (isOther && Object.values(words).some((text) => text !== '')) {
      const state = { was: 'replaced' as const, ...words };
      const name = nameOfImage({ filename, name: before.name, title: before.metadata.title });
      await keepInHistory(trx, { kind: 'picture', action: 'replaced', subject: filename, name, state }, now);
    }
    return after;
  });
}

/** The name of a picture: its title, its original file name, or its address. */
export function nameOfImage({ title, name, filename }: Pick<ImageRow, 'title' | 'name' | 'filename'>): string {
  return title || name || filename;
}

/** Returns a picture outside the bin. Throws AppError `not_found`. */
export async function getImage(ex: Executor, filename: string): Promise<Image> {
  const image = await findImage(ex, filename);
  if (!image) throw new AppError('not_found');
  return image;
}

type ImageRow = Selectable<ImagesTable>;

/** The most posts that a picture lists of those that show it. */
const MOST_NAMED = 20;

async function toImages(ex: Executor, rows: ImageRow[]): Promise<Image[]> {
  const uses = await ex
    .selectFrom('post_images as u')
    .innerJoin('blog_posts as p', 'p.id', 'u.post_id')
    .where('u.filename', 'in', valuesOf(rows.map((row) => row.filename)))
    .orderBy('p.id')
    .select(['u.filename', 'p.id', 'p.title', 'p.deleted_at'])
    .execute();
  const usesOf = Map.groupBy(uses, (use) => use.filename);
  return rows.map((row) => {
    const posts = usesOf.get(row.filename) ?? [];
    return {
      id: row.id,
      filename: row.filename,
      url: UPLOADS + row.filename,
      created: row.created_at,
      size: row.size,
      width: row.width,
      height: row.height,
      metadata: { title: row.title, alt: row.alt },
      usedBy: posts.map(({ id }) => id),
      usedIn: posts
        .toReversed()
        .slice(0, MOST_NAMED)
        .map(({ id, title, deleted_at }) => ({ id, title, isInBin: deleted_at !== null })),
      name: row.name,
      focus: row.focus,
      thumbnail: thumbnailOf(row),
      deletedAt: row.deleted_at,
    };
  });
}

/**
 * The smallest copy. While the picture is in the bin, only the owner can get the file (server/http/static-files.ts).
 */
function thumbnailOf({ filename, srcset, deleted_at }: ImageRow): string {
  const smallest = srcset.split(' ', 1)[0] || UPLOADS + filename;
  return deleted_at === null ? smallest : `${smallest}?bin`;
}

/** A picture's files as the columns of its row. */
export function columnsOf(picture: StoredPicture) {
  return {
    filename: picture.filename,
    original_filename: picture.originalFilename,
    share_filename: picture.shareFilename,
    width: picture.width,
    height: picture.height,
    size: picture.size,
    srcset: picture.srcset,
  };
}

export function toPicture(row: ImageRow): StoredPicture {
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

const fileColumns = [
  'id',
  'filename',
  'width',
  'srcset',
  'share_filename as shareFilename',
  'original_filename as originalFilename',
] as const;

/** The files of a stored picture, and the id of its row. */
export type ListedPictureFiles = { id: number } & Pick<
  StoredPicture,
  'filename' | 'width' | 'srcset' | 'shareFilename' | 'originalFilename'
>;

/** The files of every stored picture, also those in the bin, the oldest first: for comparing with the disk. */
export async function allPictureFiles(ex: Executor): Promise<ListedPictureFiles[]> {
  return ex.selectFrom('images').orderBy('id').select(fileColumns).execute();
}

/** The files of the newest pictures, at most `limit`, the newest first; with `before` only those with a lower id. */
export async function newestPictureFiles(
  ex: Executor,
  { before, limit }: { before: number | null; limit: number },
): Promise<ListedPictureFiles[]> {
  return ex
    .selectFrom('images')
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .select(fileColumns)
    .execute();
}

/** The files of the pictures with these ids, the newest first. */
export async function pictureFilesOf(ex: Executor, ids: readonly number[]): Promise<ListedPictureFiles[]> {
  return ex.selectFrom('images').where('id', 'in', valuesOf(ids)).orderBy('id', 'desc').select(fileColumns).execute();
}

/**
 * Adds one more copy of a picture, in the form of `srcset` ("/uploads/…-2400.webp 2400w"). Returns the ids of the posts
 * that show the picture; null, with nothing changed, when the picture is gone or has other copies by now.
 */
export async function addCopy(
  ex: Executor,
  { filename, srcset }: Pick<StoredPicture, 'filename' | 'srcset'>,
  copy: string,
): Promise<number[] | null> {
  const { numUpdatedRows } = await ex
    .updateTable('images')
    .set({ srcset: `${srcset}, ${copy}` })
    .where('filename', '=', filename)
    .where('srcset', '=', srcset)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 0n ? null : ((await findImage(ex, filename))?.usedBy ?? []);
}
