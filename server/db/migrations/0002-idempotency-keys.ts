import type { Migration } from './migration.ts';

/**
 * The answers of calls that must happen once, by the key that the caller gave. AI calls have theirs in ai_calls, with
 * their costs.
 */
export const idempotencyKeys: Migration = {
  name: '0002-idempotency-keys',
  sql: `
create table idempotency_keys (
  id integer primary key autoincrement,
  call text not null,
  key text not null,
  -- SHA-256 of the body, so that a key is not taken for another request's.
  body_hash text not null,
  answer text check (answer is null or json_valid(answer)),
  error text check (error is null or json_valid(error)),
  created_at text not null,
  unique (call, key),
  check ((answer is null) <> (error is null))
) strict;
create index idempotency_keys_created on idempotency_keys (created_at);
`,
};
