import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openProfiles } from './profiles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-profiles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const clock = { now: () => 0 };
const open = () => openProfiles(folder, clock);
const meta = (siteId: string) => ({
  product: 'ninefold' as const,
  version: '1',
  contract: 1,
  siteId,
  siteUrl: 'https://nine.example',
  siteName: 'Nine',
});

test('servers are remembered, and which of them is in use', () => {
  const first = open();
  expect(first.current()).toBeNull();
  const a = first.connect('https://a.example', meta('a'));
  const b = first.connect('https://b.example', meta('b'));
  expect(open().list()).toEqual([a, b]);
  expect(open().current()).toEqual(b);
  expect(first.use(a.id)).toBe(true);
  expect(open().current()).toEqual(a);
  expect(first.use('unknown')).toBe(false);
});

test('a server connected again is the same one, also when another site answers there: its local database stays', () => {
  const profiles = open();
  const before = profiles.connect('https://a.example', meta('a'));
  const after = profiles.connect('https://a.example', meta('anew'));
  expect(after).toEqual({ ...before, siteId: 'anew' });
  expect(after.workspace).toBe('a');
  expect(profiles.list()).toEqual([after]);
});

test('without the server that was in use, none is', () => {
  const profiles = open();
  const { id } = profiles.connect('https://a.example', meta('a'));
  expect(profiles.remove('unknown')).toBe(false);
  expect(profiles.remove(id)).toBe(true);
  expect(open().list()).toEqual([]);
  expect(open().current()).toBeNull();
});

test.each(['', '{', '[]', '{"version":1}', '{"version":2,"currentId":null,"servers":[]}', '\u0000\u0000'])(
  'a file that says %j is set aside, not overwritten',
  (text) => {
    writeFileSync(path.join(folder, 'servers.json'), text);
    const profiles = open();
    expect(profiles.list()).toEqual([]);
    expect(readFileSync(profiles.setAside ?? '', 'utf8')).toBe(text);
    profiles.connect('https://a.example', meta('a'));
    expect(open().setAside).toBeNull();
    expect(readdirSync(folder)).toHaveLength(2);
  },
);

test('no half-written file is left, and no other account reads it', () => {
  open().connect('https://a.example', meta('a'));
  expect(readdirSync(folder)).toEqual(['servers.json']);
  if (process.platform !== 'win32') expect(statSync(path.join(folder, 'servers.json')).mode & 0o077).toBe(0);
});
