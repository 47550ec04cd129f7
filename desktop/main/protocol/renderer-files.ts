import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { appPolicy } from './scheme.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

const PAGE = 'index.html';
/**
 * The folder of the bundle's files with hashed names. A file that is missing there is answered with 404, and a file
 * that is there never changes.
 */
const ASSETS = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Answers with the files of the built renderer. Any other address gets the admin's page, whose router reads the address.
 * @param folder an absolute path; nothing outside of this folder is read
 */
export function createRendererFiles(folder: string): (request: Request) => Promise<Response> {
  const root = path.resolve(folder);

  /** Returns a file in the folder; null for a path that leads out of the folder or is malformed. */
  function fileAt(pathname: string): string | null {
    let name: string;
    try {
      name = decodeURIComponent(pathname);
    } catch {
      return null;
    }
    if (/[\\\0:]/.test(name)) return null;
    const file = path.resolve(root, `.${name}`);
    return file.startsWith(root + path.sep) && path.extname(file) in types ? file : null;
  }

  async function give(file: string, isHead: boolean): Promise<Response> {
    const isHashed = file.startsWith(path.join(root, ASSETS));
    const { bytes, policy } = path.extname(file) === '.html' ? await readPage(file) : await readPart(file);
    return new Response(isHead ? null : bytes, {
      headers: {
        'content-type': types[path.extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': isHashed ? FOREVER : 'no-cache',
      },
    });
  }

  return async ({ url, method }) => {
    const isHead = method === 'HEAD';
    if (method !== 'GET' && !isHead) return new Response(null, { status: 405 });
    const { pathname } = new URL(url);
    const file = fileAt(pathname);
    try {
      if (file) return await give(file, isHead);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    if (pathname.startsWith(ASSETS)) return new Response(null, { status: 404 });
    return give(path.join(root, PAGE), isHead);
  };
}

/**
 * Reads a page and puts a new nonce on its style sheet links, where the page's scripts find it
 * (shared/ui/style-nonce.ts).
 */
async function readPage(file: string) {
  const nonce = randomBytes(16).toString('base64url');
  const html = await readFile(file, 'utf8');
  const text = html.replaceAll('<link rel="stylesheet"', `<link rel="stylesheet" nonce="${nonce}"`);
  return { bytes: new TextEncoder().encode(text), policy: appPolicy(nonce) };
}

async function readPart(file: string) {
  return { bytes: new Uint8Array(await readFile(file)), policy: appPolicy() };
}

const isMissing = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR');
