import type { Migration } from './migration.ts';

/** Profiles of AI providers, the purposes of each, and the profile with which each call was made. */
export const aiProviders: Migration = {
  name: '0020-ai-providers',
  sql: `
create table ai_providers (
  -- Never given again: the books name it.
  id integer primary key autoincrement,
  name text not null unique collate nocase,
  kind text not null,
  address text not null,
  -- Sealed; null where there is none.
  sealed_key blob,
  -- JSON: names, uses, prices, limits.
  models text not null,
  monthly_limit_usd real check (monthly_limit_usd >= 0),
  created_at text not null,
  updated_at text not null
) strict;

-- What a model is chosen for: 'text', 'picture', 'step:' and a step's id.
create table ai_choices (
  place text primary key,
  -- Null for the environment's.
  provider_id integer references ai_providers(id) on delete cascade,
  model text not null
) strict, without rowid;
create index ai_choices_provider on ai_choices (provider_id);

-- Null for the environment's.
alter table ai_calls add column provider_id integer;
`,
};
