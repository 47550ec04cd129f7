import type { Migration } from './migration.ts';

/**
 * Imports with everything that they brought and changed, so that an import can be resumed after a kill, proved by its
 * receipt, and undone. The post made by an import is identified by its source as well: two sites may both have an
 * "about".
 */
export const imports: Migration = {
  name: '0029-imports',
  sql: `
create table imports (
  id integer primary key autoincrement,
  state text not null check (state in ('reading', 'ready', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- What the file was called.
  name text not null,
  -- Where it lies on the server; null when it is gone.
  path text,
  -- Whether it came by the admin: then it goes when it is not needed any more.
  is_upload integer not null check (is_upload in (0, 1)),
  program text not null default '',
  -- JSON, as the calls of the API say it, here and below.
  options text not null,
  plan text,
  progress text,
  receipt text,
  undone text,
  -- Why it failed, in words for the owner.
  fault text,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  finished_at text check (finished_at glob '????-??-??T??:??:??.???Z')
) strict;

create table import_items (
  import_id integer not null references imports(id) on delete cascade,
  -- Its place in the source: posts and what is no post are counted apart.
  part text not null check (part in ('posts', 'items')),
  number integer not null,
  kind text not null,
  -- What the report calls it.
  file text not null,
  name text not null,
  outcome text not null check (outcome in ('arrived', 'changed', 'unchanged', 'merged', 'kept', 'left-out', 'refused')),
  why text not null default '',
  -- The post it is.
  post_id integer,
  -- Share of the words of the source that the post has, 0 to 1; null where none were compared.
  share real,
  -- JSON: words that are missing, pictures that are missing, notes.
  detail text not null default '{}',
  primary key (import_id, part, number)
) strict, without rowid;
create index import_items_outcome on import_items (import_id, outcome);

create table import_addresses (
  import_id integer not null references imports(id) on delete cascade,
  -- A path with its query, as its readers knew it.
  address text not null,
  -- Of what it was the address.
  file text not null,
  -- Where it is to lead here.
  wanted text not null,
  outcome text not null check (outcome in ('open', 'there', 'redirected', 'ours', 'missing')),
  -- Where it led when it was asked.
  led text not null default '',
  primary key (import_id, address)
) strict, without rowid;
create index import_addresses_outcome on import_addresses (import_id, outcome);

create table import_changes (
  id integer primary key autoincrement,
  import_id integer not null references imports(id) on delete cascade,
  kind text not null check (kind in ('post', 'picture', 'author', 'category', 'tag', 'redirect', 'subscriber')),
  -- The id, of a picture its file name, of a redirect its address.
  target text not null,
  was text not null check (was in ('made', 'changed')),
  -- What it said when the import had written it, as a hash.
  said text not null default '',
  -- JSON: what gives it back what it was; null for what was made.
  before text,
  unique (import_id, kind, target)
) strict;
create index import_changes_target on import_changes (kind, target);

create table post_sources_new (
  -- Which site it came from; empty for files of our own.
  source text not null default '',
  slug text not null,
  post_id integer not null references blog_posts(id) on delete cascade,
  sha256 text not null,
  -- What the post said when it had been written, as a hash; null where an earlier program did not note it.
  said text,
  primary key (source, slug)
) strict, without rowid;
insert into post_sources_new (slug, post_id, sha256) select slug, post_id, sha256 from post_sources;
drop table post_sources;
alter table post_sources_new rename to post_sources;
create index post_sources_post on post_sources (post_id);

-- Redirects that an import made are counted apart from those the owner has typed.
alter table path_redirects add column import_id integer references imports(id) on delete set null;
create index path_redirects_import on path_redirects (import_id) where import_id is not null;
`,
};
