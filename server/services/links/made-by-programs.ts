import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from '#server/repositories/image-addresses.ts';
import { findPathRedirect } from '#server/repositories/path-redirects.ts';

/** A size that WordPress made of a picture: "tea-300x200.jpg" of "tea.jpg", or of "tea-scaled.jpg" where that was very large. */
const SIZED = /-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/i;
/** One that Ghost made: "/content/images/size/w600/format/webp/2014/tea.jpg". */
const SIZED_FOLDER = /\/size\/w\d{1,5}(?:h\d{1,5})?(?:\/format\/\w{1,8})?(?=\/)/;
/** A further page of a list, as Ghost and WordPress number them. */
const NUMBERED = /^(.*)\/page\/\d{1,6}$/;

/** Where a size of a picture leads: to the picture, where the old address of that leads to one here. Null for anything else. */
export async function pictureOfSize(db: Executor, pathname: string): Promise<string | null> {
  const plain = pathname.replace(SIZED_FOLDER, '').replace(SIZED, '');
  if (plain === pathname) return null;
  const found = await findPathRedirect(db, [plain, plain.replace(/(?=\.[a-z]{3,4}$)/i, '-scaled')]);
  return found?.target.startsWith(UPLOADS) ? found.target : null;
}

/** The list a further page is of; null for what is no such page. Lists are longer or shorter here: their numbers say nothing. */
export function listOfPage(pathname: string): string | null {
  const list = NUMBERED.exec(pathname)?.[1];
  return list === undefined ? null : list || '/';
}

/** Whether pages of ours that other programs number stand at a path: lists, and posts that WordPress showed in parts. */
export function mayBeNumbered(pathname: string): boolean {
  return /^\/(?:(?:post|category|tag|author)\/[^/]+|archive(?:\/\d+){0,2})?$/.test(pathname);
}
