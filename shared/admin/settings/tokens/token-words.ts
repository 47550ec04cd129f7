import type { ApiToken } from '#shared/contract/tokens.ts';
import type { TokenScope } from '#shared/kernel/token-scope.ts';
import { timeAgo } from '../../dates.ts';

/** What a token allows its holder to do, as a sentence. */
export const scopeWords: Record<TokenScope, string> = {
  read: 'Reads everything, drafts too.',
  propose: 'Reads, and proposes drafts and changes.',
  write: 'Reads, makes drafts and uploads pictures.',
  publish: 'Reads, writes and publishes.',
};

export function hasEnded({ endsAt }: Pick<ApiToken, 'endsAt'>, now: number): boolean {
  return endsAt !== null && Date.parse(endsAt) <= now;
}

/** Returns "Used 3 minutes ago, until 2027-01-01." */
export function tokenTimes(token: Pick<ApiToken, 'endsAt' | 'lastUsedAt'>, now: number): string {
  const used = token.lastUsedAt === null ? 'Never used' : `Used ${timeAgo(token.lastUsedAt, now)}`;
  if (token.endsAt === null) return `${used}.`;
  return `${used}, ${hasEnded(token, now) ? 'ended on' : 'until'} ${token.endsAt.slice(0, 10)}.`;
}
