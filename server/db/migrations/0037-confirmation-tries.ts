import type { Migration } from './migration.ts';

/** The confirmation mail of a subscription is retried when the mail server has not accepted it. */
export const confirmationTries: Migration = {
  name: '0037-confirmation-tries',
  sql: `
-- How often it was begun since it was last asked for.
alter table pending_subscriptions add column tries integer not null default 0;
-- When it is tried next; null once it was taken, was refused for good, or was tried for long enough.
alter table pending_subscriptions add column next_try_at text check (next_try_at glob '????-??-??T??:??:??.???Z');
create index pending_subscriptions_next_try on pending_subscriptions (next_try_at) where next_try_at is not null;
`,
};
