import type { Migration } from './migration.ts';

/**
 * An event says which lists of live posts it has changed, so that only what was made from them is made anew. Null for
 * events from before: any list may have changed.
 */
export const listsOfEvents: Migration = {
  name: '0009-lists-of-events',
  sql: `
alter table post_events add column lists text check (json_valid(lists));
`,
};
