import type { Migration } from './migration.ts';

/** Every prompt that a step ever had, and when, from where and why it was changed. Its rows are never changed. */
export const promptVersions: Migration = {
  name: '0021-prompt-versions',
  sql: `
create table prompt_versions (
  id integer primary key,
  -- The step's id; also of steps that another version of the program knows.
  step text not null,
  -- From 1 within the step.
  number integer not null check (number > 0),
  prompt text not null,
  -- Whether the program brought it.
  is_default integer not null check (is_default in (0, 1)),
  -- What the owner said of the change.
  note text not null default '',
  -- As in the table history: a browser, the app, the server by itself; and the device's name.
  origin text not null,
  device text not null default '',
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  unique (step, number)
) strict;
create trigger prompt_versions_stay before update on prompt_versions begin
  select raise(abort, 'a version of a prompt is never changed');
end;

-- Nobody knows from where those that are there were changed.
insert into prompt_versions (step, number, prompt, is_default, origin, created_at)
  select step, 1, prompt, is_default, case is_default when 1 then 'server' else 'unknown' end,
    strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(julianday(updated_at), julianday('now')))
  from prompt_templates;
`,
};
