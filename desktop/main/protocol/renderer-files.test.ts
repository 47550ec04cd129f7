import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppProtocol } from './index.ts';

let folder: string;
let answer: (request: Request) => Promise<Response>;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-renderer-'));
  const root = path.join(folder, 'renderer');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  writeFileSync(path.join(root, 'index.html'), '<!doctype html><title>The page</title>');
  writeFileSync(path.join(root, 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(path.join(root, 'assets', 'notes.txt'), 'not of a type we give');
  writeFileSync(path.join(folder, 'secret.json'), '{"secret":true}');
  mkdirSync(path.join(folder, 'renderer-more'));
  writeFileSync(path.join(folder, 'renderer-more', 'x.js'), 'secret');
  if (process.platform !== 'win32') symlinkSync('/etc', path.join(root, 'etc'));
  answer = createAppProtocol({ rendererFolder: root, server: async () => null });
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (url: string, init?: RequestInit) => answer(new Request(url, init));

test('files of the bundle are given with their types, under the policy', async () => {
  const script = await get('app://ninefold/assets/main-abc.js');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await script.text()).toBe('export {};');
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a file whose name says what is in it is not asked for again; the page that names it is', async () => {
  expect((await get('app://ninefold/assets/main-abc.js')).headers.get('cache-control')).toContain('immutable');
  expect((await get('app://ninefold/admin')).headers.get('cache-control')).toBe('no-cache');
});

test.each(['', 'admin', 'admin/posts/7', 'admin/x.y', 'none.js', 'index.html'])('/%s is the page', async (name) => {
  const response = await get(`app://ninefold/${name}`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toContain('The page');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*\*/);
});

test.each([
  '../secret.json',
  '..%2fsecret.json',
  '%2e%2e/secret.json',
  '..%5csecret.json',
  '%2e%2e%2fsecret.json',
  '....//secret.json',
  '/secret.json',
  'assets/..%2f..%2fsecret.json',
  '..%2frenderer-more%2fx.js',
  'c:%5csecret.json',
  'x%00.json',
  '%E0%A4%A',
  'assets',
  'etc/passwd',
])('%s does not lead out of the folder', async (name) => {
  const response = await get(`app://ninefold/${name}`);
  const text = await response.text();
  expect(text).not.toMatch(/secret|root:/);
  expect([200, 404]).toContain(response.status);
});

test('what is missing among the assets is missing, and no page is taken for a script', async () => {
  expect((await get('app://ninefold/assets/old.js')).status).toBe(404);
  expect((await get('app://ninefold/assets/notes.txt')).status).toBe(404);
});

test.each(['app://other/', 'app://ninefold.evil/', 'app://ninefold:1/', 'app://site/', 'app:///'])(
  '%s has nothing before a server is chosen',
  async (url) => {
    expect((await get(url)).status).toBe(404);
  },
);

test('nothing is written here, and no name goes before the host', async () => {
  expect((await get('app://ninefold/', { method: 'POST' })).status).toBe(405);
  expect((await get('app://ninefold/', { method: 'HEAD' })).status).toBe(200);
  // The `Request` of Node refuses such an address itself, but Electron's requests are not made by it.
  const response = await answer({ url: 'app://me@ninefold/', method: 'GET' } as Request);
  expect(response.status).toBe(400);
});

test('before a server is chosen, its addresses are not reached', async () => {
  expect((await get('app://ninefold/api/auth/me')).type).toBe('error');
});
