import { shortDate, timeAgo } from '../../dates.ts';

/** Returns "Added 1 Jan 2026, last used 3 hours ago." `now` is in milliseconds since 1970. */
export function factorTimes(
  { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null },
  now: number,
): string {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${timeAgo(lastUsedAt, now)}`;
  return `Added ${shortDate(createdAt)}, ${used}.`;
}

/** Says how many recovery codes are left, and when the sheet was made. */
export function recoveryState({ left, createdAt }: { left: number; createdAt: string | null }): string {
  if (createdAt === null) return 'Ten codes to keep on paper, for when the phone or the key is lost.';
  const made = `made ${shortDate(createdAt)}`;
  return left === 0 ? `All were used; ${made}.` : `${left} of 10 left, ${made}. Each is good once.`;
}

/** Returns the text of the file with the recovery codes. */
export function recoverySheet(site: string, address: string, codes: readonly string[]): string {
  return [
    `Recovery codes for ${site}`,
    address,
    '',
    ...codes,
    '',
    'Each is good once. Keep them apart from the password.',
    '',
  ].join('\n');
}
