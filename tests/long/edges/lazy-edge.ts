import { once } from 'node:events';
import { createServer } from 'node:http';
import { askEdge, type EdgeAnswer } from './ask-edge.ts';

/** An edge that can be made to keep the pages that it was told to drop, while it says that it has dropped them. */
export interface LazyEdge {
  isLazy: boolean;
  stop(): Promise<void>;
}

export async function startLazyEdge(port: number, originPort: number): Promise<LazyEdge> {
  const kept = new Map<string, EdgeAnswer>();
  const edge = { isLazy: false, stop };
  const server = createServer(async ({ method, url = '/' }, response) => {
    if (method === 'PURGE') {
      if (!edge.isLazy) kept.clear();
      response.writeHead(200).end();
      return;
    }
    const known = kept.get(url);
    const answer = known ?? (await askEdge(originPort, url).catch(() => null));
    if (answer && !known) kept.set(url, answer);
    response.writeHead(answer?.status ?? 502, { 'content-type': String(answer?.headers['content-type']) });
    response.end(answer?.body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  async function stop() {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  return edge;
}
