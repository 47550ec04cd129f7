import type { Migration } from './migration.ts';

/** The former addresses of a tag that was renamed or merged lead to the present one. */
export const tagRedirects: Migration = {
  name: '0014-tag-redirects',
  sql: `
-- Former slugs. Which tag had one last has it.
create table tag_redirects (
  slug text primary key,
  tag_id integer not null references tags(id) on delete cascade
) strict, without rowid;
create index tag_redirects_tag on tag_redirects (tag_id);
`,
};
