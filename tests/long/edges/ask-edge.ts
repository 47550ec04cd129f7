import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** The name of the site in this proof; every edge answers under it alone. */
export const SITE = 'blog.example';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface EdgeAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The decompressed body. */
  body: Buffer;
  /** The milliseconds to the last byte. */
  took: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
/** In milliseconds; a reader would have given up by then. */
const PATIENCE = 20_000;

/**
 * Sends a request to an edge, or to the server itself, on this computer. Rejects if the connection fails or nothing
 * comes.
 */
export function askEdge(port: number, path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const started = performance.now();
  return new Promise<EdgeAnswer>((resolve, reject) => {
    const asked = request({ port, path, method, agent, headers: { host: SITE, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const whole = Buffer.concat(chunks);
        const isPacked = response.headers['content-encoding'] === 'gzip' && whole.length > 0;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: isPacked ? gunzipSync(whole) : whole,
          took: performance.now() - started,
        });
      });
    });
    asked.once('error', (error) => {
      const wasClosed = asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (wasClosed)
        askEdge(port, path, { method, headers, ...(body === undefined ? {} : { body }) }).then(resolve, reject);
      else reject(error);
    });
    asked.setTimeout(PATIENCE, () => asked.destroy(new Error(`${path} was not answered within ${PATIENCE / 1000} s`)));
    asked.end(body);
  });
}
