import type { CopyState } from '#shared/contract/copy-state.ts';

const count = (number: number, one: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-US')} ${one}s`;

/** Says how much of the site is on this computer, in a sentence for the owner. */
export function copyText({ posts, left, isWhole, isCopying }: CopyState): string {
  if (isWhole)
    return `${posts === 1 ? 'The one post' : `All ${count(posts, 'post')}`} can be read and searched offline.`;
  if (posts === 0 && !isCopying) return 'Nothing yet. It comes from the server when you are signed in and online.';
  const of = left === null ? '' : ` of ${(posts + left).toLocaleString('en-US')}`;
  return `${posts.toLocaleString('en-US')}${of} posts are here. The rest comes in the background.`;
}

/** Says how many pictures are on this computer, and the room they take. */
export function picturesText({ here, of, bytes }: CopyState['pictures']): string {
  if (of === 0) return bytes === 0 ? 'None' : bytesText(bytes);
  return `${here.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}, ${bytesText(bytes)}`;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Returns a size in the usual form: "2 GB", "1.4 MB". Based on 1,024. */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value >= 10 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}

const GB = 1024 ** 3;
const LIMITS = [0, GB / 2, GB, 2 * GB, 5 * GB, 10 * GB, 20 * GB, 50 * GB];

/** Returns the limits for pictures that can be chosen, always including the present one. */
export function limitOptions(now: number): { bytes: number; label: string }[] {
  const all = [...new Set([...LIMITS, now])].toSorted((a, b) => a - b);
  return all.map((bytes) => ({ bytes, label: bytes === 0 ? 'No pictures' : `Up to ${bytesText(bytes)}` }));
}
