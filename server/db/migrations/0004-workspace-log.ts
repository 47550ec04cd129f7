import type { Migration } from './migration.ts';

/**
 * The workspace as the exchange stores it (server/services/workspace/README.md). Nothing was ever written into the
 * earlier tables: the calls for them had not been built.
 */
export const workspaceLog: Migration = {
  name: '0004-workspace-log',
  sql: `
drop table workspace_updates;
drop table workspace_docs;

create table workspace_docs (
  id text primary key,
  kind text not null check (kind in ('draft', 'prompt', 'run', 'preferences')),
  -- How far its updates reach of each client, whatever is missing in between; a Yjs state vector.
  reach blob not null,
  -- Bytes of its updates that are kept.
  size integer not null,
  -- Since when a tombstone covers all of it.
  deleted_at text check (deleted_at glob '????-??-??T??:??:??.???Z'),
  -- 1: deleted so long ago that its updates were dropped; reach still says how far they went.
  forgotten integer not null default 0 check (forgotten in (0, 1)),
  created_at text not null
) strict, without rowid;
create index workspace_docs_deleted on workspace_docs (deleted_at) where deleted_at is not null and forgotten = 0;

-- The log. A row keeps its place and id for good, since cursors name them.
create table workspace_updates (
  seq integer primary key autoincrement,
  id text not null unique,
  doc_id text not null references workspace_docs(id) on delete cascade,
  type text not null check (type in ('update', 'delete')),
  created_at text not null,
  -- A Yjs update, or what a deleter had seen as a Yjs state vector. Null where a later row of the document says it
  -- too, or nobody needs it any more.
  data blob
) strict;
create index workspace_updates_kept on workspace_updates (seq) where data is not null;
create index workspace_updates_doc on workspace_updates (doc_id, type, seq) where data is not null;
`,
};
