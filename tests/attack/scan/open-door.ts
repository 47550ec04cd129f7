import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

export interface OpenDoor {
  /** The address of a page with a parameter `q`. */
  address: string;
  stop(): Promise<void>;
}

/**
 * Starts a page with deliberate holes: the query goes unchanged into the SQL and into the page. A scanner that finds
 * nothing here would find nothing anywhere.
 */
export async function startOpenDoor(): Promise<OpenDoor> {
  const database = new Database(':memory:');
  database.exec("create table words (word text); insert into words values ('tea'), ('soup')");
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://open.invalid');
    const q = searchParams.get('q') ?? 'tea';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    try {
      const rows = database.prepare(`select word from words where word = '${q}'`).all();
      response.end(`<html><body><p>${q}</p><p>${JSON.stringify(rows)}</p><a href="/?q=tea">again</a></body></html>`);
    } catch (error) {
      response.statusCode = 500;
      // The text of the Java driver, by which wapiti recognises an error of this database.
      response.end(`<html><body>[SQLITE_ERROR] ${String(error)}</body></html>`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      database.close();
    },
  };
}
