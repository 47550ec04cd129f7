import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSignedFeed, readKeys } from '#desktop/main/updates/feed-signature.ts';
import { signFeeds } from './sign-feeds.ts';

function pair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-feeds-'));
  for (const name of ['latest.yml', 'beta-linux-arm64.yml', 'builder-debug.yml', 'a.AppImage'])
    writeFileSync(path.join(folder, name), `version: 1.0.0 # ${name}`);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('every feed beside the installers gets a signature that the app takes', () => {
  const keys = pair();
  expect(signFeeds(folder, keys).sort()).toEqual(['beta-linux-arm64.yml', 'latest.yml']);
  const text = readFileSync(path.join(folder, 'latest.yml'), 'utf8');
  const signature = readFileSync(path.join(folder, 'latest.yml.sig'), 'utf8');
  expect(isSignedFeed({ name: 'latest.yml', text, signature }, readKeys(keys.publicPem))).toBe(true);
  expect(isSignedFeed({ name: 'beta.yml', text, signature }, readKeys(keys.publicPem))).toBe(false);
  expect(isSignedFeed({ name: 'latest.yml', text: `${text} `, signature }, readKeys(keys.publicPem))).toBe(false);
});

test('a key that the app does not know signs nothing', () => {
  expect(() => signFeeds(folder, { ...pair(), privatePem: pair().privatePem })).toThrow(/not the one of/);
  expect(readdirSync(folder).filter((name) => name.endsWith('.sig'))).toEqual([]);
});
