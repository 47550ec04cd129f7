import type { Database } from 'better-sqlite3';

/** "NinW": written into the file's header, so that another program's database is not taken for ours. */
const APPLICATION_ID = 0x4e696e57;

/** Why a database file cannot be used, in words for the owner. */
class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** One a version of the schema, in their order; never changed once released. */
const migrations: readonly string[] = [
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
];

/** Throws {@link StoreRefused} for a database of a newer program or of another one. Reads only. */
export function refuseForeign(sqlite: Database): void {
  const isEmpty = sqlite.prepare('select count(*) from sqlite_schema').pluck().get() === 0;
  if (!isEmpty && sqlite.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new StoreRefused(`${sqlite.name} is a database of another program. Nothing was changed.`);
  }
  if (versionOf(sqlite) > migrations.length) {
    throw new StoreRefused(
      `${sqlite.name} was written by a newer version of this app. Install that version to open it. Nothing was changed.`,
    );
  }
}

/** Brings a database that is ours to the newest schema, each version in one transaction of its own. */
export function migrate(sqlite: Database): void {
  for (const [index, sql] of migrations.entries()) {
    sqlite
      .transaction(() => {
        // Asked again under the lock: a second process may have been faster.
        if (versionOf(sqlite) !== index) return;
        sqlite.exec(sql);
        sqlite.pragma(`application_id = ${APPLICATION_ID}`);
        sqlite.pragma(`user_version = ${index + 1}`);
      })
      .immediate();
  }
}

function versionOf(sqlite: Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}
