import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { forgetDeleted } from '#server/repositories/workspace-documents.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';

/** The server's copies of its tables. */
type Copy = ReadonlyMap<string, readonly Record<string, unknown>[]>;

/** The same server as in production, and the things that can happen to it between two requests. */
export interface Site {
  /** Answers a request as its routes do. Its effects can be read when {@link settle} resolves. */
  request(address: string, init: RequestInit, isSignedIn: boolean): Promise<Response>;
  /** Resolves when no request is being processed, and nothing has happened for some turns of the event loop. */
  settle(): Promise<void>;
  /** The server stops and starts: its event streams are cut off. */
  restart(): void;
  /** Adds a copy of the server's current state to the kept copies. */
  keepCopy(): void;
  /** Restores an older copy; `which` counts from 0, -1 is the last. Does nothing if there is none. */
  putBack(which: number): void;
  /** Deletes everything in the workspace. */
  empty(): void;
  /** Resets the server to its first start, without copies. */
  reset(): void;
  fold(documentId: string): Promise<void>;
  /** Forgets deleted documents, however recently they were deleted. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

const TABLES = ['workspace_docs', 'workspace_updates'] as const;
const QUIET_TURNS = 3;

export async function openSite(siteId: string): Promise<Site> {
  const app = await createTestApp({ siteId, timers: { after: () => () => undefined } });
  const { sqlite } = app.database;
  // No power cut can happen here, and a history makes a hundred transactions.
  sqlite.pragma('synchronous = off');
  const cookie = await app.signIn();
  let working = 0;
  let copies: Copy[] = [];
  const streams = new Set<() => void>();

  const cutStreams = () => {
    for (const cut of [...streams]) cut();
  };
  const clear = () => {
    cutStreams();
    // Places are numbered from the start, as in a new database.
    sqlite.exec("delete from workspace_docs; delete from sqlite_sequence where name = 'workspace_updates'");
  };

  return {
    async request(address, init, isSignedIn) {
      working += 1;
      try {
        const isStream = new Headers(init.headers).get('accept') === 'text/event-stream';
        const session = isSignedIn ? { cookie } : {};
        const response = await inject(app, address, init, { session, isStream });
        if (!isStream || response.statusCode !== 200) return await wholeAnswer(response, isStream);
        return streamedAnswer(response, init.signal ?? null, streams);
      } finally {
        working -= 1;
      }
    },
    async settle() {
      for (let quiet = 0; quiet < QUIET_TURNS; ) {
        await new Promise((resolve) => setImmediate(resolve));
        quiet = working === 0 ? quiet + 1 : 0;
      }
    },
    restart: cutStreams,
    keepCopy() {
      copies.push(
        new Map(
          TABLES.map((table) => [table, sqlite.prepare(`select * from ${table}`).all() as Record<string, unknown>[]]),
        ),
      );
    },
    putBack(which) {
      const copy = copies.at(which % Math.max(copies.length, 1));
      if (!copy) return;
      clear();
      for (const [table, rows] of copy) {
        for (const row of rows) {
          const names = Object.keys(row);
          const places = names.map(() => '?').join();
          sqlite.prepare(`insert into ${table} (${names.join()}) values (${places})`).run(...Object.values(row));
        }
      }
    },
    empty: clear,
    reset() {
      clear();
      copies = [];
    },
    // Bytes that cannot be folded would stay as they are; there are none here.
    fold: (documentId) => app.services.workspace.fold(documentId),
    forget: () => forgetDeleted(app.database.db, Date.parse('9999-01-01T00:00:00.000Z')),
    close: () => app.close(),
  };
}

function inject(
  app: TestApp,
  url: string,
  { method = 'GET', headers, body }: RequestInit,
  { session, isStream }: { session: { cookie?: string }; isStream: boolean },
): Promise<LightMyRequestResponse> {
  const given = Object.fromEntries(new Headers(headers));
  const options: InjectOptions = {
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers: { ...given, ...session },
    payloadAsStream: isStream,
  };
  if (typeof body === 'string') options.payload = body;
  return app.http.inject(options);
}

async function wholeAnswer(response: LightMyRequestResponse, isStream: boolean): Promise<Response> {
  const { statusCode: status } = response;
  const chunks: Buffer[] = [];
  if (isStream) for await (const chunk of response.stream()) chunks.push(chunk as Buffer);
  const body = isStream ? Buffer.concat(chunks).toString() : response.body;
  return new Response(status === 204 ? null : body, { status, headers: { 'content-type': 'application/json' } });
}

/** An answer that continues until the reader leaves, or the server is stopped. */
function streamedAnswer(
  response: LightMyRequestResponse,
  signal: AbortSignal | null,
  streams: Set<() => void>,
): Response {
  const source = response.stream();
  let hasEnded = false;
  const end = (how: () => void) => {
    if (hasEnded) return;
    hasEnded = true;
    streams.delete(cut);
    how();
    response.raw.res.destroy();
  };
  let cut = () => end(() => undefined);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      cut = () => end(() => controller.error(new TypeError('terminated')));
      streams.add(cut);
      source.on('data', (chunk: Buffer) => {
        if (!hasEnded) controller.enqueue(new Uint8Array(chunk));
      });
      source.on('end', () => end(() => controller.close()));
      source.on('error', cut);
      signal?.addEventListener('abort', () => end(() => controller.error(signal.reason)), { once: true });
    },
    cancel: () => end(() => undefined),
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
}
