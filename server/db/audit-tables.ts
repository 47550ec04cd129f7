import type { ColumnType, Generated } from 'kysely';
import type { AuditClass } from '#shared/kernel/audit-events.ts';

// The tables of the log, and of links that reset a password: migration 0032.

type Fixed<T> = ColumnType<T, T, never>;

export interface AuditTable {
  id: Generated<number>;
  at: Fixed<string>;
  class: Fixed<AuditClass>;
  event: Fixed<string>;
  actor: Fixed<string>;
  device: Fixed<string>;
  network: Fixed<string>;
  subject: Fixed<string>;
  name: Fixed<string>;
  /** A JSON record of texts. */
  details: Fixed<string>;
  count: Fixed<number>;
}

export interface AuditFloorsTable {
  class: Fixed<AuditClass>;
  below: number;
}

export interface PasswordResetsTable {
  /** SHA-256 of the link's secret, in hex. */
  hash: Fixed<string>;
  admin_id: Fixed<number>;
  created_at: Fixed<string>;
  ends_at: Fixed<string>;
}
