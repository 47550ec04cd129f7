import type { ColumnType, Generated } from 'kysely';

// The tables of second factors: migration 0031.

type Fixed<T> = ColumnType<T, T, never>;

export interface OneTimeCodesTable {
  admin_id: Fixed<number>;
  is_confirmed: 0 | 1;
  /** Sealed. */
  secret: Buffer;
  last_step: number | null;
  created_at: Fixed<string>;
  last_used_at: string | null;
}

export interface PasskeysTable {
  id: Generated<number>;
  admin_id: Fixed<number>;
  name: string;
  credential_id: Fixed<string>;
  public_key: Fixed<Buffer>;
  counter: number;
  /** JSON. */
  transports: Fixed<string>;
  relying_party: Fixed<string>;
  created_at: Fixed<string>;
  last_used_at: ColumnType<string | null, never, string>;
}

export interface RecoveryCodesTable {
  id: Generated<number>;
  admin_id: Fixed<number>;
  mark: Fixed<string>;
  hash: Fixed<string>;
  created_at: Fixed<string>;
  used_at: ColumnType<string | null, never, string>;
}
