import type { Migration } from './migration.ts';

/**
 * An event names the lists of live posts that it has changed, so that only pages made from them are rendered again.
 * Null for earlier events: any list may have changed.
 */
export const listsOfEvents: Migration = {
  name: '0009-lists-of-events',
  sql: `
alter table post_events add column lists text check (json_valid(lists));
`,
};
