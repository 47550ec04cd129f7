import type { Migration } from './migration.ts';

/** Links under which others read a post that is not live. Only the hash of their secrets is stored. */
export const shareLinks: Migration = {
  name: '0015-share-links',
  sql: `
create table share_links (
  id integer primary key autoincrement,
  post_id integer not null references blog_posts(id) on delete cascade,
  -- SHA-256 of the secret, in hex.
  secret_hash text not null unique,
  created_at text not null
) strict;
create index share_links_post on share_links (post_id);
`,
};
