import type { ExportSummary } from '#shared/contract/exports.ts';
import { backupSize } from '../backup-texts.ts';

/**
 * Says how much an export contains: "1,204 posts, 3,010 pictures, about 1.4 GB". Texts are compressed; pictures already
 * are.
 */
export function exportSize({ posts, pictures, postBytes, pictureBytes }: ExportSummary, hasPictures = true): string {
  const texts = postBytes / 3;
  const parts = [count(posts, 'post'), ...(hasPictures ? [count(pictures, 'picture')] : [])];
  return `${parts.join(', ')}, about ${backupSize(hasPictures ? texts + pictureBytes : texts)}`;
}

/** Returns "1 post", "1,204 posts". */
export function count(number: number, what: string): string {
  return `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;
}
