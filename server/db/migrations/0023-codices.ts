import type { Migration } from './migration.ts';

/** A workspace document may be a codex. SQLite can change the check of a column only by rebuilding its table. */
export const codices: Migration = {
  name: '0023-codices',
  sql: `
create table workspace_docs_with_codices (
  id text primary key,
  kind text not null check (kind in ('draft', 'prompt', 'run', 'preferences', 'codex')),
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
insert into workspace_docs_with_codices (id, kind, reach, size, deleted_at, forgotten, created_at)
  select id, kind, reach, size, deleted_at, forgotten, created_at from workspace_docs;
drop table workspace_docs;
alter table workspace_docs_with_codices rename to workspace_docs;
create index workspace_docs_deleted on workspace_docs (deleted_at) where deleted_at is not null and forgotten = 0;
`,
};
