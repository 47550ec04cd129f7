import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { isWhole, shareOf } from '#tests/share.ts';
import { builtProgram, runToEnd } from './built-program.ts';
import { withMounts } from './own-mounts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-fault-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (environment: Record<string, string>) =>
  runToEnd(process.execPath, [builtProgram('main')], {
    environment: { DATA_DIR: folder, PORT: '0', ...environment },
    cwd: folder,
  });
/** Returns everything in a folder, folders included. */
const filesIn = (of: string) =>
  readdirSync(of, { recursive: true, encoding: 'utf8' }).map((name) => path.join(of, name));
/** Whether the text is a sentence or two for a person, not a stack trace. */
const isPlain = (said: string) => !/\n\s+at /.test(said);

const contents: [what: string, prepare: () => Promise<void>][] = [
  ['nothing is in it yet', async () => undefined],
  ['there is a site in it', () => seedSite(folder, [])],
];
test.each(shareOf(contents, 2))(
  'a data folder that is read-only is named, and the server ends: %s',
  async (_what, prepare) => {
    await prepare();
    const mounts = `mount --bind '${folder}' '${folder}' && mount -o remount,ro,bind '${folder}'`;
    const environment = { DATA_DIR: folder, PORT: '0' };
    const { command, args } = withMounts(mounts, environment, [process.execPath, builtProgram('main')]);
    const { code, said } = await runToEnd(command, args, { environment, cwd: folder });
    expect([code, isPlain(said)]).toEqual([1, true]);
    expect(said).toContain('may not write');
    expect(said).toContain(folder);
  },
);

test('a port that is taken is named, and the server ends; what it has written is for its own user alone', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  // Leaves out the pictures of a new site, whose sizes take seconds; and no file that the test has made keeps rights
  // for others.
  if (!isWhole) {
    await seedSite(folder, []);
    for (const file of filesIn(folder)) chmodSync(file, 0o700);
  }
  const before = filesIn(folder);
  const { code, said } = await start({ PORT: String(port) });
  taken.close();
  expect([code, isPlain(said)]).toEqual([1, true]);
  expect(said).toContain(`Port ${port} is taken by another program. Stop it, or set PORT to another number.`);
  // Everything written by then is for the server's own user alone. Windows has no such permission bits.
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(made).toContain(DATABASE_FILE);
  expect(made.length).toBeGreaterThan(before.length);
  const openTo = (name: string) => (process.platform === 'win32' ? 0 : statSync(path.join(folder, name)).mode & 0o077);
  expect(made.filter((name) => openTo(name) !== 0)).toEqual([]);
});

test('what is wrong in the configuration is said all at once', async () => {
  const { code, said } = await start({ PORT: 'many', BACKUP_KEEP: '0', SITE_URL: 'nowhere' });
  expect([code, isPlain(said)]).toEqual([1, true]);
  for (const name of ['PORT', 'BACKUP_KEEP', 'SITE_URL']) expect(said).toContain(`- ${name}: `);
});

test('a migration that the end of the process cuts short is undone by the next start, and done again', async () => {
  await seedSite(folder, []);
  const file = path.join(folder, DATABASE_FILE);
  const open = JSON.stringify(new URL('../../server/db/open.ts', import.meta.url).href);
  const list = JSON.stringify(new URL('../../server/db/migrations/index.ts', import.meta.url).href);
  const sql = `alter table tags add column note text; insert into tags (name, slug)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000000) select 'n' || i, 'n' || i from n`;
  const script = `
    const { openDatabase } = await import(${open});
    const { migrations } = await import(${list});
    console.log('begins');
    openDatabase(${JSON.stringify(file)}, { migrations: [...migrations, { name: '9999-long', sql: ${JSON.stringify(sql)} }] });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  // Long enough to be in the middle of the migration, and no longer: the migration would take half a minute.
  await wait(700);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;

  const { sqlite, close } = openDatabase(file);
  expect(sqlite.prepare("select name from pragma_table_info('tags')").pluck().all()).not.toContain('note');
  expect(sqlite.prepare('select count(*) from tags').pluck().get()).toBe(0);
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  await close();
  const next = { name: '9999-short', sql: "alter table tags add column note text not null default ''" };
  const { migrations } = await import('#server/db/migrations/index.ts');
  const again = openDatabase(file, { migrations: [...migrations, next] });
  expect(again.sqlite.prepare("select name from pragma_table_info('tags')").pluck().all()).toContain('note');
  await again.close();
});
