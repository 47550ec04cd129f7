import type { Migration } from './migration.ts';

/** The findings of second readers about posts; batches that a device of the owner drives instead of the server. */
export const secondReadings: Migration = {
  name: '0034-second-readings',
  sql: `
-- The last reading of each post.
create table second_readings (
  id integer primary key,
  -- Null before the post is stored.
  post_id integer unique references blog_posts(id) on delete cascade,
  -- The workspace document its words were read in; empty where that is not known.
  document text not null,
  -- Of title, excerpt and text as they were read: whether the post says something else by now.
  words_hash text not null,
  -- JSON: what was found, without places, which are looked for in the words of the day.
  findings text not null,
  model text not null,
  cost_usd real,
  read_at text not null check (read_at glob '????-??-??T??:??:??.???Z')
) strict;
create unique index second_readings_document on second_readings (document) where document <> '';
create index second_readings_words on second_readings (words_hash);

-- Of a second reading: the post or the document it was bought for, so that what a post has cost is known.
alter table ai_calls add column reads text;
create index ai_calls_reads on ai_calls (reads) where reads is not null;

-- The device that drives a batch, and what the owner knows it by; null for the server.
alter table ai_batches add column device text;
alter table ai_batches add column device_name text;
-- When that device was heard of last.
alter table ai_batches add column device_seen_at text;
`,
};
