import type { Migration } from './migration.ts';

/**
 * The second factors of a sign-in. The secret of one-time codes is sealed with the server's key; recovery codes and
 * passkeys work without that key.
 */
export const secondFactors: Migration = {
  name: '0031-second-factors',
  sql: `
create table one_time_codes (
  admin_id integer not null references admin_users(id) on delete cascade,
  -- 0 until a code has proved that the owner's program has the secret.
  is_confirmed integer not null check (is_confirmed in (0, 1)),
  secret blob not null,
  -- The highest time step of which a code was taken (RFC 6238); null before the first.
  last_step integer,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  last_used_at text check (last_used_at glob '????-??-??T??:??:??.???Z'),
  primary key (admin_id, is_confirmed)
) strict, without rowid;

create table passkeys (
  id integer primary key autoincrement,
  admin_id integer not null references admin_users(id) on delete cascade,
  name text not null,
  -- base64url, as the browser says it.
  credential_id text not null unique,
  -- COSE.
  public_key blob not null,
  -- How often it was used, as it says; 0 for one that does not count.
  counter integer not null,
  -- JSON list.
  transports text not null,
  -- The name of the site it was made for.
  relying_party text not null,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  last_used_at text check (last_used_at glob '????-??-??T??:??:??.???Z')
) strict;
create index passkeys_admin on passkeys (admin_id);

create table recovery_codes (
  id integer primary key autoincrement,
  admin_id integer not null references admin_users(id) on delete cascade,
  -- The first characters of the code: which of them is meant.
  mark text not null,
  -- argon2id of the rest.
  hash text not null,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  used_at text check (used_at glob '????-??-??T??:??:??.???Z'),
  unique (admin_id, mark)
) strict;
`,
};
