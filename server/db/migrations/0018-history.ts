import type { Migration } from './migration.ts';

/** Things that were deleted or replaced, when and from where, and the states that bring them back. */
export const history: Migration = {
  name: '0018-history',
  sql: `
create table history (
  id integer primary key autoincrement,
  at text not null check (at glob '????-??-??T??:??:??.???Z'),
  kind text not null,
  action text not null check (action in ('deleted', 'replaced', 'restored')),
  -- The id of what it was done to; of a picture its file name.
  subject text not null,
  -- What it was called, and the same as the search compares it.
  name text not null,
  folded text not null,
  origin text not null,
  device text not null default '',
  -- Where its former state is kept, when that is not here: a revision's id, the time a draft was discarded.
  ref text,
  -- Why it cannot be brought back any more; empty while it can.
  lost text not null default ''
) strict;
-- With the time: a kind is counted without its rows.
create index history_kind on history (kind, id, at);
create index history_subject on history (kind, subject, id);
create index history_at on history (at);

-- Its former state as JSON, compressed, of what nothing else keeps. Apart, so that reading the list stays quick.
create table history_states (
  history_id integer primary key references history(id) on delete cascade,
  state blob not null
) strict;

-- The posts that a category, a tag or an author had.
create table history_posts (
  history_id integer not null references history(id) on delete cascade,
  post_id integer not null references blog_posts(id) on delete cascade,
  -- Of a tag: its place among the post's tags, and whether the post had the tag it was merged into as well.
  position integer not null default 0,
  had_target integer not null default 0 check (had_target in (0, 1)),
  primary key (history_id, post_id)
) strict, without rowid;
create index history_posts_post on history_posts (post_id);

-- What was deleted or replaced before, as far as it is kept. From where, nobody has noted.
insert into history (at, kind, action, subject, name, folded, origin, ref)
select at, kind, action, subject, name, lower(name), 'unknown', ref from (
  select deleted_at as at, 'post' as kind, 'deleted' as action, cast(id as text) as subject, title as name, null as ref
  from blog_posts where deleted_at is not null
  union all
  select r.created_at, 'post', 'replaced', cast(r.post_id as text), r.title, cast(r.id as text)
  from post_revisions r
  where r.created_at glob '????-??-??T??:??:??.???Z' and r.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')
  union all
  select deleted_at, 'picture', 'deleted', filename, coalesce(nullif(title, ''), nullif(name, ''), filename), null
  from images where deleted_at is not null
) order by at;
`,
};
