import type { Migration } from './migration.ts';

/** An import of a Ninefold export also records what it brings besides posts, so that it can be undone as a whole. */
export const importParts: Migration = {
  name: '0035-import-parts',
  sql: `
create table import_changes_new (
  id integer primary key autoincrement,
  import_id integer not null references imports(id) on delete cascade,
  kind text not null check (kind in ('post', 'picture', 'author', 'category', 'tag', 'redirect', 'former-address',
    'prompt', 'setting', 'codex', 'subscriber', 'suppressed-address')),
  -- The id, of a picture its file name, of a redirect its address, of a former address its kind and slug, of a prompt its
  -- step, of a setting its name, of a codex its document, of a suppressed address its hash.
  target text not null,
  was text not null check (was in ('made', 'changed')),
  -- What it said when the import had written it; of what is long, a hash.
  said text not null default '',
  -- JSON: what gives it back what it was; null for what was made.
  before text,
  unique (import_id, kind, target)
) strict;
insert into import_changes_new (id, import_id, kind, target, was, said, before)
  select id, import_id, kind, target, was, said, before from import_changes;
drop table import_changes;
alter table import_changes_new rename to import_changes;
create index import_changes_target on import_changes (kind, target);
`,
};
