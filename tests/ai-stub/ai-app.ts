import { Writable } from 'node:stream';
import { createTestApp, type TestApp, type TestAppOptions } from '#server/test-app.ts';
import { ApiError } from '#shared/api-client/api-error.ts';
import { type ApiClient, createApiClient } from '#shared/api-client/client.ts';
import type { ChatEvent } from '#shared/contract/ai.ts';
import { type AiStub, startAiStub } from './stub-server.ts';

/** A key that must appear nowhere except in the stand-in's own records. */
export const SECRET_KEY = 'sk-proj-Zq81Lw0TESTKEYneverShown7731';

export interface AiApp {
  app: TestApp;
  stub: AiStub;
  /** A signed-in client, over real HTTP. */
  client: ApiClient;
  /** Makes a request as the owner. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  cookie: string;
  /** The address at which the server listens: "http://127.0.0.1:41234". */
  address: string;
  /** Returns what the server has logged, exactly as it is in the log. */
  logged(): string;
  /** Stops the server and, unless it is kept for another test, the stand-in. */
  close(options?: { keepStub?: boolean; keepFolder?: boolean }): Promise<void>;
}

/** Starts the same app as in production, listening, with the stand-in as its provider. */
export async function startAiApp(options: TestAppOptions & { stub?: AiStub } = {}): Promise<AiApp> {
  const stub = options.stub ?? (await startAiStub());
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = await createTestApp({
    logger: { level: 'trace', stream },
    ...options,
    env: {
      OPENAI_API_KEY: SECRET_KEY,
      OPENAI_BASE_URL: stub.baseUrl,
      AI_PRICE_INPUT: '2.5',
      AI_PRICE_OUTPUT: '10',
      AI_PRICE_IMAGE: '0.04',
      ...options.env,
    },
  });
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const cookie = await app.signIn();
  const fetchAsOwner = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    return fetch(address + path, { ...init, headers });
  };
  return {
    app,
    stub,
    cookie,
    address,
    fetch: fetchAsOwner,
    client: createApiClient({ fetch: fetchAsOwner }),
    logged: () => lines.join(''),
    async close({ keepStub = false, keepFolder = false } = {}) {
      await app.close({ keepFolder });
      if (!keepStub) await stub.close();
    },
  };
}

/** Collects all events of a stream. */
export async function collect(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const all: ChatEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The text of a stream's deltas. */
export function textOf(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.event === 'delta' ? event.data.text : '')).join('');
}

/**
 * Returns the error with which a call of the client ends. Throws if the call succeeded, and rethrows any failure that
 * is not an answer of the server.
 */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call was not refused');
}
