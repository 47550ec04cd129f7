import type { Migration } from './migration.ts';

/** The events of posts, for listeners that must learn of them even after a kill (decision 15). */
export const postEvents: Migration = {
  name: '0006-post-events',
  sql: `
create table post_events (
  -- The order in which it happened: writers are let in one at a time.
  seq integer primary key autoincrement,
  -- A name given once: a database put back from a copy gives the same seq again.
  id text not null unique,
  type text not null check (type in ('written', 'went-live', 'taken-down', 'gone')),
  cause text not null check (cause in ('save', 'schedule', 'pending', 'bulk', 'undelete', 'import', 'restore')),
  -- No reference: an event outlives its post.
  post_id integer not null,
  old_slug text,
  slug text not null,
  is_live integer not null check (is_live in (0, 1)),
  is_first integer not null check (is_first in (0, 1)),
  at text not null check (at glob '????-??-??T??:??:??.???Z')
) strict;

-- What the events have said of each post so far.
create table post_liveness (
  post_id integer primary key references blog_posts(id) on delete cascade,
  is_live integer not null check (is_live in (0, 1)),
  has_been_live integer not null check (has_been_live in (0, 1)),
  -- When it goes live by itself.
  due_at text check (due_at glob '????-??-??T??:??:??.???Z'),
  check (is_live = 0 or due_at is null)
) strict;
create index post_liveness_due on post_liveness (due_at) where due_at is not null;

-- How far each listener has come.
create table event_cursors (
  listener text primary key,
  seq integer not null
) strict, without rowid;

-- What is live by now has gone live before there were events, and is not told again.
insert into post_liveness (post_id, is_live, has_been_live, due_at)
select
  id,
  published = 1 and deleted_at is null and published_at <= now,
  published_at is not null and published_at <= now,
  case when published = 1 and deleted_at is null and published_at > now then published_at end
from blog_posts, (select strftime('%Y-%m-%dT%H:%M:%fZ', 'now') as now);
`,
};
