import type { Readable, Writable } from 'node:stream';

export interface CdpEvent {
  method: string;
  params: Record<string, unknown>;
  sessionId?: string;
}

/** A connection that uses the DevTools protocol over a pipe. */
export interface Cdp {
  /** Sends a command. Rejects with the browser's own words, and when the connection ends. */
  send<Answer = unknown>(method: string, params?: object, sessionId?: string): Promise<Answer>;
  /** Listens to the events of one session, or of the browser. Returns a function that ends this. */
  on(sessionId: string | undefined, listener: (event: CdpEvent) => void): () => void;
}

interface Reply extends CdpEvent {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

/** Opens the protocol on the two ends of a pipe; messages end with a zero byte. */
export function openCdp(input: Writable, output: Readable): Cdp {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (reason: Error) => void; what: string }
  >();
  const listeners = new Set<{ sessionId: string | undefined; listener: (event: CdpEvent) => void }>();
  let last = 0;
  let isOver = false;
  let pending: Buffer[] = [];

  const hear = (text: string) => {
    const message = JSON.parse(text) as Reply;
    if (message.id === undefined) {
      for (const each of [...listeners]) if (each.sessionId === message.sessionId) each.listener(message);
      return;
    }
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) request?.reject(new Error(`${request.what}: ${message.error.message}`));
    else request?.resolve(message.result);
  };
  output.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      hear(Buffer.concat([...pending, chunk.subarray(start, end)]).toString('utf8'));
      pending = [];
      start = end + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  });
  const end = () => {
    isOver = true;
    for (const { reject, what } of waiting.values()) reject(new Error(`${what}: the browser is gone`));
    waiting.clear();
  };
  output.on('close', end);
  output.on('error', end);
  input.on('error', end);

  return {
    send: <Answer>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<Answer>((resolve, reject) => {
        if (isOver) {
          reject(new Error(`${method}: the browser is gone`));
          return;
        }
        last += 1;
        waiting.set(last, { resolve: (value) => resolve(value as Answer), reject, what: method });
        input.write(`${JSON.stringify({ id: last, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
      }),
    on(sessionId, listener) {
      const entry = { sessionId, listener };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
}
