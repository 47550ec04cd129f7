import type { Selectable } from 'kysely';
import { servedFiles } from '#server/adapters/picture-files.ts';
import type { ImagesTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import { valuesOf } from './values-of.ts';

/** The path under which the site's own pictures are served. */
export const UPLOADS = '/uploads/';

/** A character that sorts after every character of the site's own file names. */
const LAST = '~';

/**
 * The rows of the site's own pictures outside the bin that have one of these addresses, by address. The address of a
 * replaced file gives the row of the file that took its place.
 */
export async function imageRowsAt(
  ex: Executor,
  urls: readonly string[],
): Promise<Map<string, Selectable<ImagesTable>>> {
  const filenames = urls.filter((url) => url.startsWith(UPLOADS)).map((url) => url.slice(UPLOADS.length));
  if (filenames.length === 0) return new Map();
  const rows = await ex
    .selectFrom('images')
    .selectAll()
    .where('filename', 'in', valuesOf(filenames))
    .where('deleted_at', 'is', null)
    .execute();
  const found = new Map(rows.map((row) => [UPLOADS + row.filename, row]));
  const others = filenames.filter((filename) => !found.has(UPLOADS + filename));
  if (others.length === 0) return found;
  const moved = await ex
    .selectFrom('image_redirects as r')
    .innerJoin('images as i', 'i.id', 'r.image_id')
    .where('r.filename', 'in', valuesOf(others))
    .where('i.deleted_at', 'is', null)
    .selectAll('i')
    .select('r.filename as former')
    .execute();
  for (const { former, ...row } of moved) found.set(UPLOADS + former, row);
  return found;
}

/** The fate of one of the site's own files that is no longer served itself. */
export type PictureFate =
  /** Another file has taken its place. */
  | { kind: 'moved'; filename: string; srcset: string; shareFilename: string }
  /** The file, or the file that took its place, is in the bin. */
  | { kind: 'binned' };

/**
 * The fate of the files whose names begin with these 24 hex digits; null when they are served, or never existed here.
 */
export async function findPictureFate(ex: Executor, id: string): Promise<PictureFate | null> {
  const moved = await ex
    .selectFrom('image_redirects as r')
    .innerJoin('images as i', 'i.id', 'r.image_id')
    .where('r.filename', '>=', id)
    .where('r.filename', '<', id + LAST)
    .select(['i.filename', 'i.srcset', 'i.share_filename as shareFilename', 'i.deleted_at'])
    .executeTakeFirst();
  if (moved) {
    const { deleted_at, ...picture } = moved;
    return deleted_at === null ? { kind: 'moved', ...picture } : { kind: 'binned' };
  }
  const here = await findPictureNamed(ex, id);
  return here && here.deleted_at !== null ? { kind: 'binned' } : null;
}

/**
 * Whether a file of this name is served: a picture's own file, one of its copies, or a file that another has replaced.
 */
export async function servesPicture(ex: Executor, filename: string): Promise<boolean> {
  const id = /^[0-9a-f]{24}(?=[-.])/i.exec(filename)?.[0].toLowerCase();
  if (id === undefined) return (await imageRowsAt(ex, [UPLOADS + filename])).size > 0;
  const fate = await findPictureFate(ex, id);
  if (fate !== null) return fate.kind === 'moved';
  return (await findPictureNamed(ex, id)) !== undefined;
}

/** Whether a picture, also one in the bin, has a file of this name to serve. */
export async function hasPictureFile(ex: Executor, filename: string): Promise<boolean> {
  const picture = await findPictureNamed(ex, filename.slice(0, 24));
  return picture !== undefined && servedFiles(picture).includes(filename);
}

/** The picture, also one in the bin, whose file name begins with this id. */
function findPictureNamed(ex: Executor, id: string) {
  return ex
    .selectFrom('images')
    .where('filename', '>=', id)
    .where('filename', '<', id + LAST)
    .select(['deleted_at', 'filename', 'srcset', 'share_filename as shareFilename'])
    .executeTakeFirst();
}
