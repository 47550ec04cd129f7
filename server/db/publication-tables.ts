import type { ColumnType } from 'kysely';

/** Written once, at insert. */
type Fixed<T> = ColumnType<T, T, never>;

export interface ReaderDeliveriesTable {
  /** As the reader has named it: a UUID. */
  id: Fixed<string>;
  kind: Fixed<string>;
  received_at: Fixed<string>;
}
