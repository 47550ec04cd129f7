import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { type ApiClient, createApiClient } from '#shared/api-client/client.ts';
import { login, SESSION_COOKIE } from '#shared/contract/session.ts';
import { OWNER } from '#tests/e2e/site/owner.ts';
import { fillDataFolder } from '#tests/e2e/site/seeded-folders.ts';
import { freePort } from '#tests/free-port.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { readAtOnce } from '#tests/read-at-once.ts';

/** A call as the server's books have it. */
export interface BookedCall {
  key: string;
  /** The step's id. */
  step: string;
  state: 'running' | 'succeeded' | 'failed';
  error: string | null;
  output: string | null;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
}

/** The built server as a process of its own, on a file database, with the owner signed in. It can die and come back. */
export interface BuiltServer {
  readonly dataFolder: string;
  /** "http://127.0.0.1:49152", the same however often it is started. */
  readonly address: string;
  /** The owner's session, as a browser sends it. */
  readonly session: { name: string; value: string };
  /** Through the process that runs at the moment; fails where none does. */
  readonly client: ApiClient;
  /** The same, by hand. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly isUp: boolean;
  /** The process that runs, or ran last. */
  readonly pid: number;
  /** SIGKILL: nothing can be written any more. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same folder, at the same address. */
  start(): Promise<void>;
  /** What the database file says of a run's calls, oldest first. */
  callsOf(runId: string): BookedCall[];
  /** What the database file says of calls of this name, oldest first. */
  callsNamed(call: string): BookedCall[];
  /** The run whose call was booked last; null before the first. */
  lastRun(): string | null;
  /** SIGTERM, as a service manager stops it. Gives the milliseconds that took. */
  terminate(): Promise<number>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** The key these servers ask their provider with. */
export const PROVIDER_KEY = 'sk-of-the-tests';

/** Starts the built server with the provider at `baseUrl` (an address with its path, "http://127.0.0.1:4010/v1"). */
export async function startBuiltServer(baseUrl: string, settings: Record<string, string> = {}): Promise<BuiltServer> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'ninefold-ai-'));
  await fillDataFolder(dataFolder, []);
  const environment = {
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: PROVIDER_KEY,
    AI_PRICE_INPUT: '2.5',
    AI_PRICE_OUTPUT: '10',
    TRUST_PROXY: '127.0.0.1',
    ...settings,
  };
  // A page that is open goes on with the server it was loaded from.
  const port = await freePort();
  const begin = () => startOurServer(dataFolder, environment, port);
  let server = await begin();
  let isUp = true;
  let cookie = '';
  let calls = 0;
  const fetchAsOwner = async (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    // A connection that is kept open may lead to a process that is dead by now.
    headers.set('connection', 'close');
    headers.set('accept-encoding', 'identity');
    // Programs ask faster than the limits of one address allow a person: each call has one of its own.
    calls += 1;
    headers.set('x-forwarded-for', `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`);
    const response = await fetch(server.address + address, { ...init, headers });
    const given = response.headers.getSetCookie().find((each) => each.startsWith(`${SESSION_COOKIE}=`));
    cookie = given?.split(';', 1)[0] ?? cookie;
    return readAtOnce(response);
  };
  const client = createApiClient({ fetch: fetchAsOwner });
  await client.call(login, { body: { email: OWNER.email, password: OWNER.password } });

  function read<Row>(ask: (reader: ReturnType<typeof openReader>) => Row): Row {
    const reader = openReader(path.join(dataFolder, DATABASE_FILE));
    try {
      return ask(reader);
    } finally {
      reader.close();
    }
  }

  return {
    dataFolder,
    address: server.address,
    get session() {
      return { name: SESSION_COOKIE, value: cookie.slice(cookie.indexOf('=') + 1) };
    },
    client,
    fetch: fetchAsOwner,
    get isUp() {
      return isUp;
    },
    get pid() {
      return server.pid;
    },
    async kill() {
      if (!isUp) return;
      isUp = false;
      process.kill(server.pid, 'SIGKILL');
      await server.stop();
    },
    async start() {
      if (isUp) return;
      server = await begin();
      isUp = true;
    },
    callsOf: (runId) =>
      read((reader) =>
        reader.prepare('select * from ai_calls where run_id = ? order by id').all(runId),
      ) as BookedCall[],
    callsNamed: (call) =>
      read((reader) => reader.prepare('select * from ai_calls where call = ? order by id').all(call)) as BookedCall[],
    lastRun() {
      const row = read((reader) =>
        reader.prepare('select run_id from ai_calls where run_id is not null order by id desc limit 1').get(),
      ) as { run_id: string } | undefined;
      return row?.run_id ?? null;
    },
    async terminate() {
      const started = performance.now();
      await server.stop();
      isUp = false;
      return performance.now() - started;
    },
    async remove() {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
