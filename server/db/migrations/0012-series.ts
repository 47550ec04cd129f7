import type { Migration } from './migration.ts';

/** A post may be part of a series: the series' name and the part's number, 0 for none. */
export const series: Migration = {
  name: '0012-series',
  sql: `
alter table blog_posts add column series_name text;
alter table blog_posts add column series_number integer not null default 0 check (series_number >= 0);

-- Holds all that is asked of a series: the columns themselves stand behind the long texts of their rows.
create index blog_posts_series
  on blog_posts (lower(trim(series_name)), series_number, published_at, id, published, deleted_at, series_name)
  where series_name is not null;
`,
};
