import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUpdateSource } from './update-source.ts';

const pem = (type: 'ed25519' | 'rsa') => {
  const { publicKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync(type);
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
};
const key = pem('ed25519');
const FEED = 'provider: generic\nurl: https://updates.example/ninefold\nupdaterCacheDirName: ninefold-updater\n';

let resources: string;
beforeEach(() => {
  resources = mkdtempSync(path.join(tmpdir(), 'ninefold-resources-'));
});
afterEach(() => rmSync(resources, { recursive: true }));

function source(files: Record<string, string>, app: Partial<Parameters<typeof readUpdateSource>[0]> = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(resources, name), text);
  return readUpdateSource({ resources, isPackaged: true, platform: 'linux', appImage: '/a.AppImage', ...app });
}
const both = { 'app-update.yml': FEED, 'update-key.pem': key };

test('an AppImage with an address and a key gets updates from there', async () => {
  expect(await source(both)).toMatchObject({ kind: 'feed', url: 'https://updates.example/ninefold' });
});

test('while a key is replaced both count', async () => {
  expect(await source({ ...both, 'update-key.pem': key + pem('ed25519') })).toMatchObject({ keys: { length: 2 } });
});

test.each([
  ['an address', { 'update-key.pem': key }],
  ['a key', { 'app-update.yml': FEED }],
  ['a key of the right kind', { ...both, 'update-key.pem': pem('rsa') }],
  ['a way nobody can change things on', { ...both, 'app-update.yml': FEED.replace('https', 'http') }],
  ['a feed we know', { ...both, 'app-update.yml': 'provider: github\nowner: a\nrepo: b\n' }],
  ['anything that can be read', { ...both, 'app-update.yml': '{' }],
])('without %s there are none', async (_name, files) => {
  expect(await source(files)).toMatchObject({ kind: 'none', why: expect.stringContaining('no address') });
});

test('a package of the system is updated by its system', async () => {
  expect(await source({ ...both, 'package-type': 'deb' })).toMatchObject({
    why: expect.stringContaining('Update by package'),
  });
  rmSync(path.join(resources, 'package-type'));
  expect(await source(both, { appImage: undefined })).toMatchObject({
    why: expect.stringContaining('Update by package'),
  });
});

test('what runs from its sources gets none', async () => {
  expect(await source(both, { isPackaged: false })).toMatchObject({ kind: 'none' });
});
