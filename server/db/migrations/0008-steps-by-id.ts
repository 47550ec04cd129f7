import type { Migration } from './migration.ts';

/** The steps in the order of their former numbers. */
const STEPS = [
  'buyer-avatar',
  'problem-goal-benefit',
  'emotional-truths',
  'seo-strategies',
  'final-titles',
  'keywords',
  'post-outlines',
  'draft-blogs',
  'refined-blog',
];
const cases = STEPS.map((step, index) => `when ${index + 1} then '${step}'`).join(' ');

/** Prompts and paid calls name a step by its id: a number would mean another step once a step is inserted. */
export const stepsById: Migration = {
  name: '0008-steps-by-id',
  sql: `
create table prompt_templates_by_step (
  id integer primary key autoincrement,
  step text not null unique,
  title text not null,
  prompt text not null,
  description text not null default '',
  is_default integer not null default 1 check (is_default in (0, 1)),
  created_at text not null,
  updated_at text not null
) strict;
insert into prompt_templates_by_step (id, step, title, prompt, description, is_default, created_at, updated_at)
  select id, case step_number ${cases} end, title, prompt, description, is_default, created_at, updated_at
  from prompt_templates;
drop table prompt_templates;
alter table prompt_templates_by_step rename to prompt_templates;

alter table ai_calls rename column step to step_number;
alter table ai_calls add column step text;
update ai_calls set step = case step_number ${cases} end where step_number is not null;
alter table ai_calls drop column step_number;
`,
};
