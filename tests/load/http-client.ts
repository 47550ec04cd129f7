import { Agent, get } from 'node:http';

/** The value that browsers send. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

export interface Answer {
  status: number;
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

/** Makes an agent with one connection for each concurrent request, kept open between requests. */
export function createAgent(connections: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: connections });
}

const sharedAgent = createAgent(64);

/** Requests an address and returns the answer's bytes as they came, not decompressed. */
export function getBytes(
  url: string,
  acceptEncoding: string,
  agent: Agent = sharedAgent,
  forwardedFor?: string,
): Promise<Answer> {
  const headers = { 'accept-encoding': acceptEncoding, ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}) };
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), headers: response.headers });
      });
    });
    request.once('error', (error) => {
      // The server may close a kept connection just when it is used again (Node's advice is to ask once more).
      const wasClosed = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (wasClosed) getBytes(url, acceptEncoding, agent, forwardedFor).then(resolve, reject);
      else reject(error);
    });
    // Only a request that hangs is ended, because a machine with other work is slow.
    request.setTimeout(240_000, () => request.destroy(new Error(`${url} was not answered within four minutes`)));
  });
}
