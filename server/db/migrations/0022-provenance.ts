import type { Migration } from './migration.ts';

/** Which characters of a post's content a model wrote, as JSON; null where none is known of. */
export const provenance: Migration = {
  name: '0022-provenance',
  sql: `
alter table blog_posts add column provenance text;
`,
};
