import type { Migration } from './migration.ts';

/** The ranges of a post's content that a model wrote, as JSON; null when none is known. */
export const provenance: Migration = {
  name: '0022-provenance',
  sql: `
alter table blog_posts add column provenance text;
`,
};
