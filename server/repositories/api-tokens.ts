import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { ApiToken, TokenFields } from '#shared/contract/tokens.ts';
import type { TokenKind, TokenScope } from '#shared/kernel/token-scope.ts';

const columns = [
  'id',
  'name',
  'kind',
  'scope',
  'created_at as createdAt',
  'ends_at as endsAt',
  'last_used_at as lastUsedAt',
] as const;

/** A valid token, with what is known of its holder. */
export interface TokenHolder {
  id: number;
  adminId: number;
  name: string;
  kind: TokenKind;
  scope: TokenScope;
}

/** All tokens, newest first. */
export function listApiTokens(ex: Executor): Promise<ApiToken[]> {
  return ex.selectFrom('api_tokens').select(columns).orderBy('id', 'desc').execute();
}

/** Inserts a token. `now` in milliseconds since 1970. */
export function insertApiToken(
  ex: Executor,
  { endsAt, ...fields }: TokenFields,
  { adminId, hash, now }: { adminId: number; hash: string; now: number },
): Promise<ApiToken> {
  const ends_at = endsAt === undefined ? null : new Date(endsAt).toISOString();
  return ex
    .insertInto('api_tokens')
    .values({ ...fields, ends_at, admin_id: adminId, hash, created_at: isoTime(now) })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes a token and returns its name; null when there was none. */
export async function deleteApiToken(ex: Executor, id: number): Promise<string | null> {
  const row = await ex.deleteFrom('api_tokens').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name ?? null;
}

export async function deleteApiTokens(ex: Executor): Promise<void> {
  await ex.deleteFrom('api_tokens').execute();
}

/** The holder of the token that has this hash and has not expired; null for none. */
export async function findTokenHolder(ex: Executor, hash: string, now: number): Promise<TokenHolder | null> {
  const row = await ex
    .selectFrom('api_tokens')
    .where('hash', '=', hash)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', isoTime(now))]))
    .select(['id', 'admin_id as adminId', 'name', 'kind', 'scope'])
    .executeTakeFirst();
  return row ?? null;
}

/** Records a use of a token; a use less than a minute after the recorded one is not written. */
export async function noteTokenUse(ex: Executor, id: number, now: number): Promise<void> {
  await ex
    .updateTable('api_tokens')
    .set({ last_used_at: isoTime(now) })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', isoTime(now - 60_000))]))
    .execute();
}
