import type { Migration } from './migration.ts';

/** Letters to those who follow by e-mail, the recipients of each, and the posts to be announced. */
export const letters: Migration = {
  name: '0027-letters',
  sql: `
create table letters (
  id integer primary key autoincrement,
  -- What makes it: 'post:12', 'posts:' and an event's id, 'digest:' and a time, 'hand:' and a key. Asked for twice, it is one letter.
  key text not null unique,
  kind text not null check (kind in ('post', 'posts', 'digest')),
  is_by_hand integer not null default 0 check (is_by_hand in (0, 1)),
  -- JSON: who is to get it.
  audience text not null,
  -- JSON list of ids of posts.
  post_ids text not null,
  subject text not null,
  state text not null check (state in ('waiting', 'preparing', 'sending', 'done', 'cancelled')),
  is_paused integer not null default 0 check (is_paused in (0, 1)),
  -- Why it is paused or was cancelled, in words; null where the owner has done it.
  reason text,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  starts_at text not null check (starts_at glob '????-??-??T??:??:??.???Z'),
  -- When the last of it was sent, or it was cancelled.
  ended_at text check (ended_at glob '????-??-??T??:??:??.???Z'),
  -- JSON: what it says, as it was when it was prepared; null before and when it is over.
  content text,
  -- The id of the last subscriber that was looked at for it.
  prepared_to integer not null default 0,
  -- JSON: how it went, once it is over: its recipients may be forgotten.
  figures text
) strict;
create index letters_open on letters (state) where state in ('waiting', 'preparing', 'sending');

-- A row is there before anything is sent, so that a kill loses nobody and sends nothing again but what was under way.
create table letter_recipients (
  letter_id integer not null references letters(id) on delete cascade,
  subscriber_id integer not null references newsletter_subscribers(id) on delete cascade,
  -- What they follow, which is why they get it; '' for the whole site.
  topic text not null,
  -- JSON list of the posts they get of it; null for all.
  post_ids text,
  -- 'left': they had unsubscribed by then, or must not be written to.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'left')),
  -- How often the mail server has put it off.
  attempts integer not null default 0,
  -- How often the mail server's answer was lost: they may have the letter more than once.
  losses integer not null default 0,
  -- When it is tried next.
  due_at text not null check (due_at glob '????-??-??T??:??:??.???Z'),
  settled_at text check (settled_at glob '????-??-??T??:??:??.???Z'),
  -- What the mail server last said, where it was no yes.
  answer text,
  -- Whether it said that there is no such address.
  is_bounce integer not null default 0 check (is_bounce in (0, 1)),
  primary key (letter_id, subscriber_id)
) strict, without rowid;
create index letter_recipients_due on letter_recipients (letter_id, due_at) where state = 'waiting';
create index letter_recipients_sending on letter_recipients (state) where state = 'sending';
create index letter_recipients_sent on letter_recipients (settled_at) where state = 'sent';
create index letter_recipients_subscriber on letter_recipients (subscriber_id);

-- What letters know of a post.
create table letter_posts (
  post_id integer primary key references blog_posts(id) on delete cascade,
  -- The owner wants no letter of its own for it.
  is_held integer not null default 0 check (is_held in (0, 1)),
  -- When it went live for the first time, where that was news; null before.
  live_at text check (live_at glob '????-??-??T??:??:??.???Z'),
  -- The letter that tells of it; null while there is none.
  letter_id integer references letters(id) on delete set null
) strict;
create index letter_posts_news on letter_posts (live_at) where letter_id is null and live_at is not null;
create index letter_posts_letter on letter_posts (letter_id) where letter_id is not null;
`,
};
