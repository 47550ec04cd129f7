import type { Migration } from './migration.ts';

/** Tokens that let other programs in. Only the hash of a token is stored. */
export const apiTokens: Migration = {
  name: '0025-api-tokens',
  sql: `
create table api_tokens (
  id integer primary key autoincrement,
  admin_id integer not null references admin_users(id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('program', 'agent')),
  scope text not null check (scope in ('read', 'propose', 'write', 'publish')),
  -- SHA-256 of the token, in hex.
  hash text not null unique,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  -- Null for one without an end.
  ends_at text check (ends_at glob '????-??-??T??:??:??.???Z'),
  last_used_at text check (last_used_at glob '????-??-??T??:??:??.???Z'),
  check (kind = 'program' or scope in ('read', 'propose'))
) strict;
`,
};
