import type { Migration } from './migration.ts';

/** Every place in the workspace's log has a unique name (decision 13). */
export const namesOfPlaces: Migration = {
  name: '0005-names-of-places',
  sql: `
-- What cursors hold beside seq. Where the log was put back from a copy, the same update can come to the same seq again.
alter table workspace_updates add column place text not null default '';
update workspace_updates set place = id;
`,
};
