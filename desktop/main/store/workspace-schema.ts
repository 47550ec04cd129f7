import type { SqliteSchema } from './sqlite-schema.ts';

/** The documents of a site, their updates and deletions, and the changes that are not sent yet. */
export const workspaceSchema: SqliteSchema = {
  // "NinW"
  applicationId: 0x4e696e57,
  migrations: [
    `
create table documents (
  id text primary key,
  kind text not null
) strict, without rowid;

create table updates (
  seq integer primary key,
  document_id text not null references documents(id),
  data blob not null
) strict;
create index updates_document on updates (document_id, seq);

-- Only those that stand: what they cover is all there is of the document.
create table tombstones (
  document_id text not null references documents(id),
  seen blob not null,
  at real not null,
  primary key (document_id, seen)
) strict, without rowid;

-- How far the words reached that were forgotten of a document, and whether the server was asked for them since.
create table forgotten (
  document_id text primary key references documents(id),
  reach blob not null,
  is_asked integer not null
) strict, without rowid;

-- In the order it was written. server_seq: the change's place in the server's log once the server has said so.
create table outbox (
  seq integer primary key,
  change_id text not null unique,
  document_id text not null,
  kind text not null,
  type text not null check (type in ('update', 'delete')),
  data blob not null,
  at real not null,
  server_seq integer
) strict;
create index outbox_unsent on outbox (document_id) where server_seq is null;
create index outbox_sent on outbox (server_seq) where server_seq is not null;

-- One row once there was an exchange. cursor: JSON.
create table place (
  one integer primary key check (one = 1),
  site_id text not null,
  cursor text,
  is_lost integer not null
) strict;
`,
    `
-- What lists say of a draft (JSON), until it is changed: it goes with each change, and is made again when it is asked for.
create table draft_summaries (
  document_id text primary key references documents(id),
  summary text not null
) strict, without rowid;
`,
    `
-- What others have deleted lately, as shared/workspace/exchange/deletion-count.ts writes it (JSON); one row at most.
create table deletion_count (
  one integer primary key check (one = 1),
  count text not null
) strict;
`,
  ],
};
