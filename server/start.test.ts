import fs, { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { getCategory, getMeta, listPosts, sendContactMessage } from '#shared/contract/index.ts';
import { DataFolderBusyError } from './adapters/data-lock.ts';
import { readConfig } from './config.ts';
import { LOG_PAGES, lengthOfLog } from './jobs/checkpoints.ts';
import { DATABASE_FILE } from './paths.ts';
import { renderPage } from './site/server/entry-server.tsx';
import { type Running, start } from './start.ts';
import { fakeAssets } from './test-app.ts';
import { ask } from './test-call.ts';

// One data folder, started again and again: the later starts find what the first start made.

const MESSAGE = { name: 'Ann', email: 'ann@example.org', subject: 'Tea', message: 'Do you like tea?' };
const OWNER = { ADMIN_EMAIL: 'me@example.org', ADMIN_PASSWORD: 'a password of my own' };
let folder: string;
let first: { siteId: string; key: string };
const started: Running[] = [];

async function run(env: Record<string, string> = {}): Promise<Running> {
  const config = readConfig({ DATA_DIR: folder, PORT: '0', ...env }, folder);
  const running = await start(config, {
    site: { render: renderPage, assets: async () => fakeAssets },
    clientFolder: null,
  });
  started.push(running);
  return running;
}
const stopAll = async () => {
  for (const running of started.splice(0)) await running.stop();
};
const key = () => readFileSync(path.join(folder, 'session-secret'), 'utf8');

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-start-'));
  const running = await run(OWNER);
  expect(running.login).toEqual({ email: 'me@example.org', madeUpPassword: null });
  first = { siteId: (await ask(running.http, getMeta)).body.siteId, key: key() };
  await stopAll();
});
afterEach(stopAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a first start makes a site that can be read', async () => {
  const { http, address } = await run();
  const home = await fetch(`${address}/`);
  expect([home.status, (await home.text()).includes('Discover Insights Across Every Niche')]).toEqual([200, true]);
  expect((await ask(http, listPosts)).body).toHaveLength(3);
  // The admin's guess of a category relies on these ids.
  for (const [index, slug] of ['technology', 'lifestyle', 'business', 'travel', 'health'].entries()) {
    expect((await ask(http, getCategory, { params: { slug } })).body.id).toBe(index + 1);
  }
});

test('a later start makes nothing anew and tells no login', async () => {
  const { http, login } = await run({ ADMIN_EMAIL: 'other@example.org', ADMIN_PASSWORD: 'another password' });
  expect(login).toBeNull();
  expect((await ask(http, getMeta)).body.siteId).toBe(first.siteId);
  expect((await ask(http, listPosts)).body).toHaveLength(3);
});

test('while a server lives its folder is its own, and the second one disturbs it in nothing', async () => {
  const { address } = await run();
  await expect(run()).rejects.toThrow(DataFolderBusyError);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});

test('a long log is moved into the database by itself', async () => {
  await run();
  const other = new Database(path.join(folder, DATABASE_FILE));
  onTestFinished(() => void other.close());
  other.pragma('wal_autocheckpoint = 0');
  other.exec('create table filler (bytes blob)');
  other.prepare('insert into filler values (randomblob(?))').run(LOG_PAGES * 4096);
  other.exec('drop table filler');
  const isMoved = () => {
    const { log, checkpointed } = lengthOfLog(other);
    return log === checkpointed || log < LOG_PAGES;
  };
  expect(isMoved()).toBe(false);
  await vi.waitFor(() => expect(isMoved()).toBe(true), { timeout: 60_000, interval: 100 });
});

test('a server that was stopped answers no more and can be started again', async () => {
  const { address } = await run();
  await stopAll();
  await expect(fetch(`${address}/`)).rejects.toThrow();
  expect((await fetch(`${(await run()).address}/`)).status).toBe(200);
});

test('a start that fails lets go of the folder', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  await expect(run({ PORT: String(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await new Promise((resolve) => taken.close(resolve));
  expect((await run()).address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('a slow disk holds back what is acknowledged, and no reader', async () => {
  const { http, address } = await run();
  const waiting: (() => void)[] = [];
  const sync = vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => waiting.push(() => done(null)));
  onTestFinished(() => sync.mockRestore());
  let isAcknowledged = false;
  const sent = ask(http, sendContactMessage, { body: MESSAGE }).then(() => {
    isAcknowledged = true;
  });
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  expect((await fetch(`${address}/about`)).status).toBe(200);
  expect(isAcknowledged).toBe(false);
  sync.mockRestore();
  for (const end of waiting) end();
  await sent;
});

test('a disk that does not keep what is written ends the server, and the write is not acknowledged', async () => {
  const { http } = await run();
  const fault = new Error('EIO: i/o error, fdatasync');
  const sync = vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => done(fault));
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    for (const spy of [sync, exit, said]) spy.mockRestore();
  });
  await expect(ask(http, sendContactMessage, { body: MESSAGE })).rejects.toThrow("'500 {");
  expect(exit).toHaveBeenCalledWith(1);
  expect(said.mock.calls.flat().join()).toContain(`The disk of ${folder} did not keep what was written to it`);
});

test('the key of cookies is made once, kept, and readable by nobody else', async () => {
  await run();
  expect(first.key.length).toBeGreaterThanOrEqual(32);
  expect(key()).toBe(first.key);
  if (process.platform !== 'win32') expect(statSync(path.join(folder, 'session-secret')).mode & 0o077).toBe(0);
});

test('a password is stored as its hash only', async () => {
  const { http } = await run();
  await http.inject('/');
  await stopAll();
  expect(readFileSync(path.join(folder, DATABASE_FILE)).toString('latin1')).not.toContain(OWNER.ADMIN_PASSWORD);
});
