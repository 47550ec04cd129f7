import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDocument } from '#shared/workspace/document.ts';
import { uniqueId } from '#shared/workspace/document-ids.ts';
import { exchangeStoreConformance } from '#shared/workspace/exchange-store.conformance.ts';
import { storeConformance } from '#shared/workspace/store.conformance.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { openDatabase } from './open-database.ts';
import { createSqliteStore, openSqliteStore, type SqliteStore } from './sqlite-store.ts';

const clock = { now: () => Date.UTC(2026, 10, 20, 12, 30) };
let folder: string;
let file: string;
let opened: SqliteStore[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-store-'));
  file = path.join(folder, 'workspaces', 'site.sqlite');
  opened = [];
});
afterEach(() => {
  for (const store of opened) store.close();
  rmSync(folder, { recursive: true });
});

function open(): SqliteStore {
  return openNoticed().store;
}
function openNoticed() {
  const answer = openSqliteStore({ file, clock });
  opened.push(answer.store);
  return answer;
}
const reopen = async () => {
  for (const store of opened.splice(0)) store.close();
  return open();
};

test.each(storeConformance)('in SQLite, $rule', async ({ prove }) => {
  await prove({ store: open(), reopen: async () => open() });
});
test.each(exchangeStoreConformance)('in SQLite, $rule', async ({ prove }) => {
  await prove({ store: open(), reopen: async () => open() });
});

function typed(text: string) {
  const document = openDocument({ id: 'draft:one', kind: 'draft' });
  document.setText('content', text);
  return document;
}
async function keep(store: SqliteStore, text: string): Promise<void> {
  const document = typed(text);
  await store.append(document, document.encode());
}
async function kept(store: SqliteStore): Promise<string> {
  return openDocument({ id: 'draft:one', kind: 'draft' }, await store.load('draft:one')).text('content');
}

test('every answer means the disk: the log is written ahead, and waited for', () => {
  open();
  const sqlite = new Database(file);
  expect(sqlite.pragma('journal_mode', { simple: true })).toBe('wal');
  sqlite.close();
});

test('what was kept is there after the process died without closing anything', async () => {
  const store = open();
  await keep(store, 'word');
  // The files are copied while the database is open, as a crash leaves them.
  for (const ending of ['', '-wal']) writeFileSync(`${file}.crash${ending}`, readFileSync(file + ending));
  file = `${file}.crash`;
  expect(await kept(open())).toBe('word');
});

test('a file that is no database is set aside as it is, said, and a new one is begun', async () => {
  await keep(open(), 'first');
  await reopen().then((store) => store.close());
  opened = [];
  const damage = Buffer.from('not a database at all, but long enough to be read as the header of one'.repeat(20));
  writeFileSync(file, damage);
  const { store, notice } = openNoticed();
  const aside = `${file}.damaged-2026-11-20T12-30-00-000Z`;
  expect(notice).toContain(path.basename(aside));
  expect(readFileSync(aside)).toEqual(damage);
  expect(await store.list('draft')).toEqual([]);
  await keep(store, 'second');
  expect(await kept(await reopen())).toBe('second');
});

test('a file damaged in its middle is found, set aside byte for byte with its log, and never written to', async () => {
  const store = open();
  for (let index = 0; index < 50; index += 1) {
    const document = openDocument({ id: `draft:${index}`, kind: 'draft' });
    document.setText('content', `${index} `.repeat(2000));
    await store.append(document, document.encode());
  }
  store.close();
  opened = [];
  const damaged = readFileSync(file);
  damaged.fill(0xa5, 4096 * 3, 4096 * 9);
  writeFileSync(file, damaged);
  writeFileSync(`${file}-wal`, 'what was in the log');
  const { store: fresh, notice } = openNoticed();
  expect(notice).toContain('damaged');
  const aside = `${file}.damaged-2026-11-20T12-30-00-000Z`;
  expect(readFileSync(aside).equals(damaged)).toBe(true);
  expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('what was in the log');
  // The intact documents of the damaged file are in the new one, and go to the server.
  const saved = await fresh.list('draft');
  expect(saved.length).toBeGreaterThan(10);
  expect(notice).toContain(`${saved.length} documents could be read`);
  for (const id of saved) {
    const text = openDocument({ id, kind: 'draft' }, await fresh.load(id)).text('content');
    expect(text).toBe(`${id.slice('draft:'.length)} `.repeat(2000));
  }
  expect([...(await fresh.waiting()).keys()].sort()).toEqual(saved.sort());
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes('.reading'))).toEqual([]);
});

test('what was deleted before a file was damaged does not come back', async () => {
  const store = open();
  for (const id of ['draft:stays', 'draft:goes']) {
    const document = openDocument({ id, kind: 'draft' });
    document.setText('content', 'words '.repeat(3000));
    await store.append(document, document.encode());
    if (id === 'draft:goes') await store.remove(tombstoneOf(document, 1));
  }
  for (let index = 0; index < 20; index += 1) {
    const document = openDocument({ id: `prompt:${index}`, kind: 'prompt' });
    document.setText('prompt', `${index} `.repeat(2000));
    await store.append(document, document.encode());
  }
  store.close();
  opened = [];
  const damaged = readFileSync(file);
  damaged.fill(0xa5, damaged.length - 4096 * 4);
  writeFileSync(file, damaged);
  expect(await openNoticed().store.list('draft')).toEqual(['draft:stays']);
});

test('a second damaged file does not replace the first', () => {
  for (const text of ['first', 'second']) {
    open().close();
    opened = [];
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    writeFileSync(file, text.repeat(1000));
    openNoticed().store.close();
    opened = [];
  }
  const texts = readdirSync(path.dirname(file))
    .filter((name) => name.includes('.damaged-') && !/-(wal|shm)$/.test(name))
    .map((name) => readFileSync(path.join(path.dirname(file), name), 'utf8').slice(0, 5));
  expect(texts.sort()).toEqual(['first', 'secon']);
});

test('a sound file is not touched by the check, and brings no notice', async () => {
  await keep(open(), 'word');
  await reopen();
  const { notice } = openNoticed();
  expect(notice).toBe(null);
  expect(readdirSync(path.dirname(file)).some((name) => name.includes('damaged'))).toBe(false);
});

test('a database of a newer version, or of another program, is refused in words and left alone', async () => {
  open().close();
  opened = [];
  let sqlite = new Database(file);
  sqlite.pragma('user_version = 99');
  sqlite.close();
  expect(() => open()).toThrow(/newer version of this app/);
  rmSync(file);
  sqlite = new Database(file);
  sqlite.exec('create table theirs (x)');
  sqlite.close();
  const before = readFileSync(file);
  expect(() => open()).toThrow(/another program/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a busy database refuses the write whole, and takes the next one', async () => {
  const store = open();
  const other = new Database(file);
  other.exec('begin immediate');
  const document = typed('word');
  await expect(store.append(document, document.encode())).rejects.toMatchObject({
    name: 'NotKeptError',
    cause: { code: 'SQLITE_BUSY' },
  });
  expect(await store.unsent({ limit: 10, bytes: 1000 })).toEqual([]);
  other.exec('rollback');
  other.close();
  await store.append(document, document.encode());
  expect(await kept(store)).toBe('word');
});

test('a full disk refuses an update whole, says so, and later ones are kept again', async () => {
  const { sqlite } = openDatabase(file, clock);
  const store = createSqliteStore(sqlite, uniqueId);
  opened.push(store);
  await keep(store, 'before');
  // At this limit SQLite answers as it does for a full disk.
  sqlite.pragma(`max_page_count = ${Number(sqlite.pragma('page_count', { simple: true })) + 5}`);
  const large = openDocument({ id: 'draft:large', kind: 'draft' });
  large.setText('content', 'x'.repeat(500_000));
  await expect(store.append(large, large.encode())).rejects.toMatchObject({
    name: 'NotKeptError',
    cause: { code: 'SQLITE_FULL' },
  });
  expect(await store.list('draft')).toEqual(['draft:one']);
  expect((await store.unsent({ limit: 10, bytes: 1_000_000 })).map(({ id }) => id)).toEqual(['draft:one']);
  sqlite.pragma('max_page_count = 100000');
  await store.append(large, large.encode());
  expect(await store.list('draft')).toEqual(['draft:large', 'draft:one']);
});

test('once closed, every call says that nothing is kept', async () => {
  const store = open();
  store.close();
  opened = [];
  await expect(store.list('draft')).rejects.toThrow(NotKeptError);
  await expect(keep(store, 'word')).rejects.toThrow(NotKeptError);
});
