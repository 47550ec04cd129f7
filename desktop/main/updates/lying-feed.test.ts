import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RESOURCES } from '#tests/electron-host/electron/packaged.ts';
import { type Host, launchHost } from '#tests/electron-host/launch-host.ts';
import { signFeed } from './feed-signature.ts';

// The app at version 1.5.0, as an AppImage, with the real electron-updater, against a feed that the tests control.

const FEED = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
const FILE = 'Ninefold-1.6.0.AppImage';
const NEW = '#!/bin/sh\nexit 0\n';
const ours = generateKeyPairSync('ed25519');
const theirs = generateKeyPairSync('ed25519');

let folder: string;
let appImage: string;
let server: Server;
let files: Map<string, string | Buffer>;
let host: Host;

async function begin(): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-updates-'));
  appImage = path.join(folder, 'Ninefold.AppImage');
  writeFileSync(appImage, 'the old program', { mode: 0o755 });
  files = new Map();
  server = createServer((request, response) => {
    const body = files.get(new URL(request.url ?? '/', 'http://feed').pathname.slice(1));
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = startApp();
}
async function end(): Promise<void> {
  await host.kill();
  server.closeAllConnections();
  server.close();
  // The updater may still be writing its download to the disk.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

const feedOf = (version: string, content = NEW, file = FILE) =>
  `version: ${version}
files:
  - url: ${file}
    sha512: ${createHash('sha512').update(content).digest('base64')}
    size: ${content.length}
path: ${file}
releaseDate: '2026-01-01T00:00:00.000Z'
`;

interface Offer {
  text: string;
  /** The key that signs the feed. */
  key?: KeyObject;
  name?: string;
  /** The name under which the feed was signed. */
  signedAs?: string;
  file?: string;
}

function offer({ text, key = ours.privateKey, name = FEED, signedAs, file = NEW }: Offer): void {
  files.set(name, text);
  files.set(`${name}.sig`, signFeed(signedAs ?? name, text, key));
  files.set(FILE, file);
}

function startApp(): Host {
  const { port } = server.address() as AddressInfo;
  const resources = path.join(folder, 'resources');
  mkdirSync(resources);
  const configuration = `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: ninefold-updater\n`;
  writeFileSync(path.join(resources, 'app-update.yml'), configuration);
  writeFileSync(path.join(resources, 'update-key.pem'), ours.publicKey.export({ type: 'spki', format: 'pem' }));
  return launchHost({
    appFolder: path.resolve(import.meta.dirname, '../../../tests/desktop-main/updating-app'),
    args: [`--user-data-dir=${path.join(folder, 'data')}`],
    environment: {
      [RESOURCES]: resources,
      APPIMAGE: appImage,
      XDG_CACHE_HOME: path.join(folder, 'cache'),
      HOME: folder,
    },
  });
}

interface Taken {
  found: string | null;
  fault: string | null;
}

/** Looks for an update and downloads it; returns the version that was found, and the fault, if any. */
async function take(channel = 'stable'): Promise<Taken> {
  const source = `async (_electron, channel) => {
    let found = null;
    try {
      found = await updater.find(channel);
      if (found !== null) await updater.download();
      return { found, fault: null };
    } catch (error) {
      return { found, fault: error.code ?? error.name };
    }
  }`;
  return (await host.evaluate(source, channel)) as Taken;
}

function fetched(): string[] {
  const pending = path.join(folder, 'cache/ninefold-updater/pending');
  return existsSync(pending) ? readdirSync(pending).sort() : [];
}
const program = () => readFileSync(appImage, 'utf8');

describe('a feed that tells the truth', () => {
  beforeEach(begin);
  afterEach(end);

  test('is taken, and its file is put in the place of the program', async () => {
    offer({ text: feedOf('1.6.0') });
    expect(await take()).toEqual({ found: '1.6.0', fault: null });
    expect(fetched()).toContain(FILE);
    expect(program()).toBe('the old program');
    void host.evaluate('() => { setImmediate(() => updater.install(false)); }', null);
    expect(await host.ended).toBe(0);
    expect(program()).toBe(NEW);
  });

  test('of the beta channel is looked at by those alone who chose it', async () => {
    offer({ text: feedOf('1.5.0') });
    offer({ text: feedOf('1.6.0'), name: FEED.replace('latest', 'beta') });
    expect(await take()).toEqual({ found: null, fault: null });
    expect(await take('beta')).toEqual({ found: '1.6.0', fault: null });
    // Back on the stable channel, no older version is taken.
    expect(await take()).toEqual({ found: null, fault: null });
  });

  test('is believed by an app that was lied to', async () => {
    offer({ text: feedOf('1.6.0'), key: theirs.privateKey });
    expect(await take()).toEqual({ found: null, fault: 'UpdateRefused' });
    offer({ text: feedOf('1.6.0'), file: NEW.slice(0, 9) });
    expect(await take()).toEqual({ found: '1.6.0', fault: 'ERR_CHECKSUM_MISMATCH' });
    offer({ text: feedOf('1.6.0') });
    expect(await take()).toEqual({ found: '1.6.0', fault: null });
    expect(fetched()).toContain(FILE);
  });
});

// One app serves all of these tests: a refused feed leaves nothing behind, so their order does not matter.
describe('a feed that lies', () => {
  beforeAll(begin);
  afterAll(end);
  beforeEach(() => files.clear());

  const right = { text: feedOf('1.6.0') };
  const beside = (offered: Offer, name: string, text: string | Buffer) => {
    offer(offered);
    files.set(name, text);
  };

  test.each<[string, () => void, string | null]>([
    ['signed by somebody else', () => offer({ ...right, key: theirs.privateKey }), 'UpdateRefused'],
    ['not signed', () => beside(right, `${FEED}.sig`, ''), 'UpdateRefused'],
    ['changed after it was signed', () => beside(right, FEED, feedOf('1.7.0')), 'UpdateRefused'],
    ['signed as the feed of another system', () => offer({ ...right, signedAs: 'latest-mac.yml' }), 'UpdateRefused'],
    ['that is too long', () => beside(right, FEED, Buffer.alloc(1_000_000, 'a')), 'UpdateRefused'],
    [
      'of a file elsewhere',
      () => offer({ text: feedOf('1.6.0', NEW, 'https://a.example/a.AppImage') }),
      'UpdateRefused',
    ],
    ['of a file outside of its folder', () => offer({ text: feedOf('1.6.0', NEW, '../a.AppImage') }), 'UpdateRefused'],
    ['that is no feed, rightly signed', () => offer({ text: '- 1' }), 'UpdateRefused'],
    ['of an older version, rightly signed', () => offer({ text: feedOf('1.4.9') }), null],
    ['of the same version', () => offer({ text: feedOf('1.5.0') }), null],
  ])('%s: nothing is fetched', async (_name, lie, fault) => {
    lie();
    expect(await take()).toEqual({ found: null, fault });
    expect(fetched()).toEqual([]);
    expect(program()).toBe('the old program');
  });

  test.each([
    ['half a file', NEW.slice(0, 9), 'ERR_CHECKSUM_MISMATCH'],
    ['another file', NEW.replace('exit', 'exec'), 'ERR_CHECKSUM_MISMATCH'],
    ['a file that goes on', `${NEW}${'\n'.repeat(500_000)}`, 'UpdateRefused'],
  ])('%s: it is thrown away, and nothing can be installed', async (_name, file, fault) => {
    offer({ ...right, file });
    expect(await take()).toEqual({ found: '1.6.0', fault });
    expect(fetched()).toEqual([]);
    expect(await host.evaluate('() => updater.install(false)', null)).toBe(false);
    expect(program()).toBe('the old program');
  });
});
