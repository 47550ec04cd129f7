import { shortDate, timeAgo } from '../../dates.ts';

/** "Added 1 Jan 2026, last used 3 hours ago." `now` in milliseconds since 1970. */
export function factorTimes(
  { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null },
  now: number,
): string {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${timeAgo(lastUsedAt, now)}`;
  return `Added ${shortDate(createdAt)}, ${used}.`;
}

/** How many recovery codes there are, for who keeps the sheet. */
export function recoveryState({ left, createdAt }: { left: number; createdAt: string | null }): string {
  if (createdAt === null) return 'Ten codes to keep on paper, for when the phone or the key is lost.';
  const made = `made ${shortDate(createdAt)}`;
  return left === 0 ? `All were used; ${made}.` : `${left} of 10 left, ${made}. Each is good once.`;
}

/** The file of recovery codes. */
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
