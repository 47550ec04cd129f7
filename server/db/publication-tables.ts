import type { ColumnType } from 'kysely';

/** Written once, at insert. */
type Fixed<T> = ColumnType<T, T, never>;

export interface ReaderDeliveriesTable {
  /** The id that the reader instance gave: a UUID. */
  id: Fixed<string>;
  kind: Fixed<string>;
  received_at: Fixed<string>;
}
