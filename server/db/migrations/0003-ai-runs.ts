import type { Migration } from './migration.ts';

/** The run and the step to which a paid call belongs: costs are summed per run. */
export const aiRuns: Migration = {
  name: '0003-ai-runs',
  sql: `
alter table ai_calls add column run_id text;
alter table ai_calls add column step integer;
create index ai_calls_run on ai_calls (run_id) where run_id is not null;
`,
};
