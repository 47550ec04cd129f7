import type { Migration } from './migration.ts';

/** Addresses for which the owner has set a redirect: those of an earlier site, or of a page that is gone. */
export const pathRedirects: Migration = {
  name: '0019-path-redirects',
  sql: `
create table path_redirects (
  id integer primary key,
  -- Path and query in the one way they are written, without a slash at the end.
  path text not null unique,
  -- Of the site, beginning with one slash, or a whole http(s) address.
  target text not null,
  -- The path of the target where it is one of the site: what a new redirect from there is to be followed by at once.
  target_path text,
  status integer not null check (status in (301, 302)),
  created_at text not null,
  updated_at text not null
) strict;
create index path_redirects_target on path_redirects (target_path) where target_path is not null;
`,
};
