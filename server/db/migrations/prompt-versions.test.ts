import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listVersions } from '#server/repositories/prompt-versions.ts';
import { openDatabase } from '../open.ts';
import { promptVersions } from './0021-prompt-versions.ts';
import { migrations } from './index.ts';

test('a prompt that was stored before is its first version, whatever its time looks like', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-prompt-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'ninefold.db');
  const before = openDatabase(file, { migrations: migrations.slice(0, migrations.indexOf(promptVersions)) });
  before.sqlite.exec(`
    insert into prompt_templates (step, title, prompt, description, is_default, created_at, updated_at)
    values ('keywords', 'Keywords', 'For {{targetMraket}}', '', 0, '', '2026-01-02T03:04:05.678Z'),
      ('buyer-avatar', 'Buyer Avatar', 'Shipped', '', 1, '', '')`);
  await before.close();

  const { db, close } = openDatabase(file);
  onTestFinished(close);
  expect((await listVersions(db, 'keywords', {})).items).toEqual([
    {
      ...{ number: 1, prompt: 'For {{targetMraket}}', note: '', isDefault: false },
      ...{ createdAt: '2026-01-02T03:04:05.678Z', origin: { kind: 'unknown', device: '' } },
    },
  ]);
  expect((await listVersions(db, 'buyer-avatar', {})).items).toMatchObject([
    { number: 1, prompt: 'Shipped', isDefault: true, origin: { kind: 'server', device: '' } },
  ]);
});
