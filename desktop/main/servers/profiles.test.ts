import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Belonging, openProfiles, type Profile, type Profiles } from './profiles.ts';

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

/** Connects to a server that needs no question; returns its profile. */
function connected(profiles: Profiles, url: string, siteId: string, belonging?: Belonging): Profile {
  const outcome = profiles.connect(url, meta(siteId), belonging);
  if (outcome.kind !== 'connected') throw new Error(`There is a question about ${url}`);
  return outcome.profile;
}
/** Makes a database file of that name, as opening the database would. */
function makeDatabase(name: string): void {
  mkdirSync(path.join(folder, 'workspaces'), { recursive: true });
  writeFileSync(path.join(folder, 'workspaces', `${name}.sqlite`), '');
}

test('servers are remembered, and which of them is in use', () => {
  const first = open();
  expect(first.current()).toBeNull();
  const a = connected(first, 'https://a.example', 'a');
  const b = connected(first, 'https://b.example', 'b');
  expect(open().list()).toEqual([a, b]);
  expect(open().current()).toEqual(b);
  expect(first.use(a.id)).toBe(true);
  expect(open().current()).toEqual(a);
  expect(first.use('unknown')).toBe(false);
});

test('a server connected again is the same one, also when another site answers there: its local database stays', () => {
  const profiles = open();
  const before = connected(profiles, 'https://a.example', 'a');
  const after = connected(profiles, 'https://a.example', 'anew');
  expect(after).toEqual({ ...before, siteId: 'anew' });
  expect(after.workspace).toBe('a');
  expect(profiles.list()).toEqual([after]);
});

test('a site at an address it was not reached at is asked about, and gets no documents until the owner has said what it is', () => {
  const profiles = open();
  const here = connected(profiles, 'https://a.example', 'a');
  const known = [{ name: 'a', siteId: 'a', siteName: 'Nine', origins: ['https://a.example'] }];
  for (const url of ['http://a.example', 'https://a.example:8443', 'https://evil.example']) {
    expect(profiles.known(url, 'a')).toEqual(known);
    expect(profiles.connect(url, meta('a'))).toEqual({ kind: 'question', known });
  }
  // Some disks treat both names as one file.
  expect(profiles.connect('https://evil.example', meta('A'))).toEqual({ kind: 'question', known });
  // The answer was about another site, or names a database of another site.
  expect(profiles.connect('https://evil.example', meta('a'), { siteId: 'b', workspace: 'a' }).kind).toBe('question');
  expect(profiles.connect('https://evil.example', meta('a'), { siteId: 'a', workspace: 'b' }).kind).toBe('question');
  expect(profiles.current()).toEqual(here);
  expect(open().list()).toEqual([here]);
});

test('the same site moved keeps its documents; another one has its own; neither is asked about again', () => {
  const profiles = open();
  connected(profiles, 'https://a.example', 'a');
  expect(connected(profiles, 'https://moved.example', 'a', { siteId: 'a', workspace: 'a' }).workspace).toBe('a');
  const other = connected(profiles, 'https://copy.example', 'a', { siteId: 'a', workspace: null });
  expect(other.workspace).toBe('a_2');
  profiles.remove(other.id);
  const again = open();
  expect(connected(again, 'https://copy.example', 'a').workspace).toBe('a_2');
  expect(connected(again, 'https://moved.example', 'a').workspace).toBe('a');
  expect(again.known('https://third.example', 'a').map(({ name, origins }) => [name, ...origins])).toEqual([
    ['a_2', 'https://copy.example'],
    ['a', 'https://a.example', 'https://moved.example'],
  ]);
});

test('a database whose address is not known any more is asked about, too', () => {
  makeDatabase('a');
  makeDatabase('a_2');
  const asked = open().known('https://a.example', 'a');
  expect(asked.map(({ name, origins }) => [name, origins]).sort()).toEqual([
    ['a', []],
    ['a_2', []],
  ]);
  expect(connected(open(), 'https://a.example', 'a', { siteId: 'a', workspace: null }).workspace).toBe('a_3');
});

test('a list of the first version is read: each server keeps its documents without a question', () => {
  const server = (id: string, url: string, siteId: string) => {
    return { id, url, name: 'Nine', siteId, siteUrl: url, workspace: 'a' };
  };
  // The first address is written as earlier versions wrote it; the third server was set up anew after it was connected.
  const servers = [
    server('1', 'https://a.example.', 'a'),
    server('2', 'http://192.168.1.5', 'a'),
    server('3', 'https://c.example', 'anew'),
  ];
  writeFileSync(path.join(folder, 'servers.json'), JSON.stringify({ version: 1, currentId: '2', servers }));
  makeDatabase('a');
  const profiles = open();
  expect([profiles.setAside, profiles.current(), profiles.list()]).toEqual([null, servers[1], servers]);
  expect(connected(profiles, 'https://a.example', 'a')).toMatchObject({ id: '1', workspace: 'a' });
  profiles.remove('2');
  expect(connected(open(), 'http://192.168.1.5', 'a').workspace).toBe('a');
  for (const siteId of ['a', 'anew'])
    expect(open().connect('https://evil.example', meta(siteId)).kind).toBe('question');
});

test('without the server that was in use, none is', () => {
  const profiles = open();
  const { id } = connected(profiles, 'https://a.example', 'a');
  expect(profiles.remove('unknown')).toBe(false);
  expect(profiles.remove(id)).toBe(true);
  expect(open().list()).toEqual([]);
  expect(open().current()).toBeNull();
});

test.each([
  '',
  '{',
  '[]',
  '{"version":1}',
  '{"version":2,"currentId":null,"servers":[]}',
  '{"version":2}',
  '\u0000\u0000',
])('a file that says %j is set aside, not overwritten', (text) => {
  writeFileSync(path.join(folder, 'servers.json'), text);
  const profiles = open();
  expect(profiles.list()).toEqual([]);
  expect(readFileSync(profiles.setAside ?? '', 'utf8')).toBe(text);
  profiles.connect('https://a.example', meta('a'));
  expect(open().setAside).toBeNull();
  expect(readdirSync(folder)).toHaveLength(2);
});

test('no half-written file is left, and no other account reads it', () => {
  open().connect('https://a.example', meta('a'));
  expect(readdirSync(folder)).toEqual(['servers.json']);
  if (process.platform !== 'win32') expect(statSync(path.join(folder, 'servers.json')).mode & 0o077).toBe(0);
});

test('the list of a newer program is refused in plain words, and stays as it is', () => {
  const file = path.join(folder, 'servers.json');
  const text = JSON.stringify({ version: 3, currentId: 'a', servers: [{ id: 'a', something: 'new' }] });
  writeFileSync(file, text);
  expect(open).toThrow(/A newer version of Ninefold was used on this computer.*Nothing was changed/);
  expect(readdirSync(folder)).toEqual(['servers.json']);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
