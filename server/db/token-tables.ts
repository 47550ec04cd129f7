import type { ColumnType, Generated } from 'kysely';
import type { TokenKind, TokenScope } from '#shared/kernel/token-scope.ts';

// The tables for the access of other programs: migration 0025.

type Fixed<T> = ColumnType<T, T, never>;

export interface ApiTokensTable {
  id: Generated<number>;
  admin_id: Fixed<number>;
  name: Fixed<string>;
  kind: Fixed<TokenKind>;
  scope: Fixed<TokenScope>;
  hash: Fixed<string>;
  created_at: Fixed<string>;
  ends_at: Fixed<string | null>;
  last_used_at: ColumnType<string | null, never, string>;
}
