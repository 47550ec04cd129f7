import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export interface FileHost {
  /** "http://localhost:41235" */
  url: string;
  close: () => Promise<void>;
}

/**
 * Starts a host that serves only files: the exact name, otherwise the index of the folder, otherwise the page for
 * missing addresses.
 */
export async function startFileHost(folder: string): Promise<FileHost> {
  const fileFor = async (address: string): Promise<{ name: string; bytes: Buffer } | null> => {
    for (const name of [address, `${address}/index.html`]) {
      const bytes = await readFile(path.join(folder, name)).catch(() => null);
      if (bytes) return { name, bytes };
    }
    return null;
  };
  const server = createServer(async ({ url = '/' }, response) => {
    const found = await fileFor(decodeURIComponent(url.split('?', 1)[0] ?? '/'));
    const missing = found ? null : await readFile(path.join(folder, '404.html')).catch(() => Buffer.alloc(0));
    response.writeHead(found ? 200 : 404, {
      'content-type': TYPES[path.extname(found?.name ?? '404.html')] ?? 'text/plain; charset=utf-8',
    });
    response.end(found?.bytes ?? missing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
