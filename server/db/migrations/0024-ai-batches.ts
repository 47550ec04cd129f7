import type { Migration } from './migration.ts';

/** Batches: queues of runs that the server drives by itself. */
export const aiBatches: Migration = {
  name: '0024-ai-batches',
  sql: `
create table ai_batches (
  -- Given by whoever asks: asked for twice, it is one batch.
  id text primary key,
  -- What was asked for, so that an id is not taken for another's.
  body_hash text not null,
  state text not null check (state in ('running', 'paused', 'done', 'cancelled')),
  -- Why it is paused, in words; null where the owner has done it.
  reason text,
  -- USD it may cost; null for no limit.
  limit_usd real check (limit_usd > 0),
  at_once integer not null check (at_once between 1 and 5),
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z')
) strict;

create table ai_batch_items (
  batch_id text not null references ai_batches(id) on delete cascade,
  -- From 1: its run is named by the batch and this.
  number integer not null check (number > 0),
  -- JSON: what its run is about.
  form text not null,
  -- No reference: a category that is deleted meanwhile takes no topic with it.
  category_id integer,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'left', 'cancelled')),
  -- Why it is in that state, in words.
  reason text,
  -- JSON: the prompts by step as they were when its run began; null before and when it is over.
  prompts text,
  steps_done integer not null default 0,
  -- JSON: what its run has written, with what the judge has counted.
  drafts text not null default '[]',
  primary key (batch_id, number)
) strict, without rowid;
`,
};
