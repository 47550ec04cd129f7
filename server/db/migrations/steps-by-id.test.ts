import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { openDatabase } from '../open.ts';
import { stepsById } from './0008-steps-by-id.ts';
import { migrations } from './index.ts';

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];

test('earlier prompts and paid calls name the step they were numbered by, and lose nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-steps-'));
  const file = path.join(folder, 'ninefold.db');
  const before = openDatabase(file, { migrations: migrations.slice(0, migrations.indexOf(stepsById)) });
  for (const step of numbers) {
    before.sqlite.exec(`
      insert into prompt_templates (step_number, title, prompt, description, is_default, created_at, updated_at)
      values (${step}, 'T${step}', 'P${step}', 'D${step}', ${step % 2}, 'c${step}', 'u${step}');
      insert into ai_calls (key, call, body_hash, state, run_id, step, created_at)
      values ('k${step}', 'chat', 'h', 'succeeded', 'r', ${step}, 'c')`);
  }
  before.sqlite.exec(
    "insert into ai_calls (key, call, body_hash, state, created_at) values ('none', 'chat', 'h', 'failed', 'c')",
  );
  await before.close();

  const { sqlite, close } = openDatabase(file);
  expect(sqlite.prepare('select * from prompt_templates order by id').raw().all()).toEqual(
    numbers.map((number) => {
      const id = stepAt(number);
      return [number, id, `T${number}`, `P${number}`, `D${number}`, number % 2, `c${number}`, `u${number}`];
    }),
  );
  expect(sqlite.prepare('select key, step from ai_calls order by id').raw().all()).toEqual([
    ...numbers.map((number) => [`k${number}`, stepAt(number)]),
    ['none', null],
  ]);
  await close();
  rmSync(folder, { recursive: true });
});
