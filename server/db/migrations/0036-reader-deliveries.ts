import type { Migration } from './migration.ts';

/** The deliveries of reader instances that were accepted, so that the work of each is done once. */
export const readerDeliveries: Migration = {
  name: '0036-reader-deliveries',
  sql: `
create table reader_deliveries (
  -- As the reader has named it: a UUID.
  id text primary key,
  kind text not null,
  received_at text not null check (received_at glob '????-??-??T??:??:??.???Z')
) strict, without rowid;
create index reader_deliveries_received on reader_deliveries (received_at);
`,
};
