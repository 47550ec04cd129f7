import type { Migration } from './migration.ts';

/**
 * The messages to other programs, and the proposals from them. A delivery keeps the body with which it was made, so
 * that a retry sends the same body.
 */
export const webhooks: Migration = {
  name: '0030-webhooks',
  sql: `
create table webhooks (
  id integer primary key autoincrement,
  name text not null,
  address text not null,
  -- JSON list of the types of events it hears of.
  events text not null,
  -- Whether it hears of saves of posts that readers do not see.
  hears_drafts integer not null check (hears_drafts in (0, 1)),
  is_on integer not null check (is_on in (0, 1)),
  -- Why the server has switched it off; null where the owner did, and while it is on.
  off_reason text,
  -- What messages are signed with, sealed.
  secret blob not null,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z')
) strict;

create table webhook_deliveries (
  id integer primary key autoincrement,
  webhook_id integer not null references webhooks(id) on delete cascade,
  -- Told in webhook-id, the same at each try.
  message_id text not null,
  type text not null,
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  -- When it is tried next; null while nothing is to be tried.
  due_at text check (due_at glob '????-??-??T??:??:??.???Z'),
  attempts integer not null default 0,
  tried_at text check (tried_at glob '????-??-??T??:??:??.???Z'),
  -- Of the last try: the status that was answered, what happened in words, and how long it took in milliseconds.
  status integer,
  words text not null default '',
  duration integer,
  unique (webhook_id, message_id)
) strict;
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where due_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);

create table proposals (
  id integer primary key autoincrement,
  post_id integer not null references blog_posts(id) on delete cascade,
  kind text not null check (kind in ('draft', 'change')),
  -- Of the token it came with, which may have ended since.
  token_id integer not null,
  name text not null,
  origin text not null check (origin in ('program', 'agent')),
  -- What is said of it to the owner.
  note text not null default '',
  -- Of a change: which version of the pending change it made.
  change_version integer,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z')
) strict;
create index proposals_post on proposals (post_id);
create index proposals_token on proposals (token_id);

-- The proposal a pending change came as; null for the owner's own.
alter table pending_changes add column proposal_id integer references proposals(id) on delete set null;
`,
};
