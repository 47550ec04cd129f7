import type { Migration } from './migration.ts';

/**
 * Counts of readings, by day and by month, and the category for which an AI call was made. A row is a sum and never a
 * single reading: its only time is its day, and it contains nothing about the reader.
 */
export const statistics: Migration = {
  name: '0028-statistics',
  sql: `
-- In the first three tables \`unit\` is 0 for a day and 1 for a month, and \`at\` the number of days since 1970-01-01, or
-- twelve times the year and the months of it that are over, both of UTC: there are many rows, and numbers are short.
create table statistics_places (
  unit integer not null check (unit in (0, 1)),
  at integer not null,
  -- 'post', or the kind of another page.
  place text not null,
  phones integer not null default 0,
  tablets integer not null default 0,
  computers integer not null default 0,
  -- How many of these readings came to the end of the text.
  ends integer not null default 0,
  primary key (unit, at, place)
) strict, without rowid;

create table statistics_posts (
  unit integer not null check (unit in (0, 1)),
  at integer not null,
  -- No reference: what was read stays read when its post is gone.
  post_id integer not null,
  phones integer not null default 0,
  tablets integer not null default 0,
  computers integer not null default 0,
  ends integer not null default 0,
  primary key (unit, at, post_id)
) strict, without rowid;

create table statistics_referrers (
  unit integer not null check (unit in (0, 1)),
  at integer not null,
  -- 0 for the other pages, and for all together in the rows of a month.
  post_id integer not null,
  -- The name of the site, never an address on it; empty for all that came after the day's share of names.
  host text not null,
  readings integer not null default 0,
  primary key (unit, at, post_id, host)
) strict, without rowid;

create table statistics_searches (
  day integer not null,
  -- Empty for all that came after the day's share of words.
  words text not null,
  has_found integer not null check (has_found in (0, 1)),
  asked integer not null default 0,
  primary key (day, words, has_found)
) strict, without rowid;

create table statistics_missing (
  day integer not null,
  -- Empty for all that came after the day's share of addresses; '*' for the doors that robots try.
  path text not null,
  -- The name of the site with the link, 'own' for this one, empty where the browser named none.
  host text not null,
  asked integer not null default 0,
  primary key (day, path, host)
) strict, without rowid;

-- No reference: what was paid stays paid when the category is gone. Null where the call was for none.
alter table ai_calls add column category_id integer;
update ai_calls set category_id = i.category_id
  from ai_batch_items i
 where ai_calls.run_id = i.batch_id || '-' || i.number;
`,
};
