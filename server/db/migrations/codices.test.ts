import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../open.ts';
import { codices } from './0023-codices.ts';
import { migrations } from './index.ts';

test('documents and their log stay as they were when a codex may be one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-codices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'ninefold.db');
  const before = openDatabase(file, { migrations: migrations.slice(0, migrations.indexOf(codices)) });
  before.sqlite.exec(`
    insert into workspace_docs values ('draft:a', 'draft', x'00', 3, null, 0, '2026-01-02T03:04:05.678Z'),
      ('run:b', 'run', x'01', 0, '2026-01-02T03:04:05.678Z', 1, '2026-01-02T03:04:05.678Z');
    insert into workspace_updates (id, place, doc_id, type, created_at, data)
      values ('u', 'p', 'draft:a', 'update', '2026-01-02T03:04:05.678Z', x'0102')`);
  const read = (sqlite: typeof before.sqlite) =>
    ['docs', 'updates'].map((table) => sqlite.prepare(`select * from workspace_${table}`).all());
  const stored = read(before.sqlite);
  await before.close();

  const { sqlite, close } = openDatabase(file);
  onTestFinished(close);
  expect(read(sqlite)).toEqual(stored);
  const add = sqlite.prepare('insert into workspace_docs (id, kind, reach, size, created_at) values (?, ?, ?, 0, ?)');
  add.run('codex:1', 'codex', Buffer.of(0), '');
  expect(() => add.run('other:1', 'other', Buffer.of(0), '')).toThrow('CHECK');
  sqlite.exec("delete from workspace_docs where id = 'draft:a'");
  expect(sqlite.prepare('select count(*) from workspace_updates').pluck().get()).toBe(0);
});
