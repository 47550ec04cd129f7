import type { Migration } from './migration.ts';

/** Pending changes of posts, which readers do not see yet. */
export const pendingChanges: Migration = {
  name: '0017-pending-changes',
  sql: `
create table pending_changes (
  post_id integer primary key references blog_posts(id) on delete cascade,
  -- Counted up with each time the change itself is kept anew.
  version integer not null,
  -- What the post's fields say once it is changed, and what they said when the change was made from it; JSON.
  fields text not null,
  base text not null,
  base_version integer not null,
  -- When it takes the place of what is there; null when the owner says so.
  due_at text,
  -- Why it did not when its time came; null while nothing stands against it.
  problem text,
  created_at text not null,
  updated_at text not null
) strict;
create index pending_changes_due on pending_changes (due_at, post_id) where due_at is not null and problem is null;
`,
};
