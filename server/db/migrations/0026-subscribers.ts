import type { Migration } from './migration.ts';

/**
 * The people who follow by e-mail, and the topics they follow. An unconfirmed address is in a table of its own; a
 * suppressed address is stored only as its hash.
 */
export const subscribers: Migration = {
  name: '0026-subscribers',
  sql: `
alter table newsletter_subscribers add column name text;
alter table newsletter_subscribers add column source text not null default 'site' check (source in ('site', 'import', 'owner'));
-- When the subscription ended; null while it lasts.
alter table newsletter_subscribers add column ended_at text check (ended_at glob '????-??-??T??:??:??.???Z');
-- What the links in their letters are made with: 128 bits in hex. Whoever has it may change this subscription.
alter table newsletter_subscribers add column link_key text;
update newsletter_subscribers set link_key = lower(hex(randomblob(16)));
create unique index newsletter_subscribers_link_key on newsletter_subscribers (link_key);

create table subscriber_topics (
  subscriber_id integer not null references newsletter_subscribers(id) on delete cascade,
  kind text not null check (kind in ('site', 'category', 'tag', 'author')),
  -- 0 for the whole site.
  target_id integer not null,
  primary key (subscriber_id, kind, target_id)
) strict, without rowid;
create index subscriber_topics_target on subscriber_topics (kind, target_id);

create table pending_subscriptions (
  id integer primary key autoincrement,
  email text not null unique collate nocase,
  -- JSON list of {kind, targetId}.
  topics text not null,
  -- Whose doing it is: the reader's own, or the owner's.
  source text not null default 'site' check (source in ('site', 'owner')),
  -- SHA-256 of what the link of the confirmation says, in hex.
  secret_hash text not null unique,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  -- When the confirmation was last sent; null until then.
  mailed_at text check (mailed_at glob '????-??-??T??:??:??.???Z')
) strict;

create table suppressed_addresses (
  -- SHA-256 of the address in lower case, in hex.
  address_hash text primary key,
  reason text not null check (reason in ('bounced', 'complained', 'erased')),
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z')
) strict, without rowid;
`,
};
