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

/** A call as it is recorded in the server's database. */
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

/**
 * The built server in its own process, with a file database and the owner signed in. It can be killed and started
 * again.
 */
export interface BuiltServer {
  readonly dataFolder: string;
  /** "http://127.0.0.1:49152"; the same however often the server is started. */
  readonly address: string;
  /** The owner's session, as a browser sends it. */
  readonly session: { name: string; value: string };
  /** A client of the process that runs at the moment; its calls fail if none is running. */
  readonly client: ApiClient;
  /** The same as the client, with plain requests. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly isUp: boolean;
  /** The process that is running, or that ran last. */
  readonly pid: number;
  /** Kills the server with SIGKILL, so that it can write nothing more. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts the server again on the same folder, at the same address. */
  start(): Promise<void>;
  /** Returns a run's calls from the database file, oldest first. */
  callsOf(runId: string): BookedCall[];
  /** Returns the calls with this name from the database file, oldest first. */
  callsNamed(call: string): BookedCall[];
  /** Returns the run whose call was recorded last; null before the first. */
  lastRun(): string | null;
  /** Stops the server with SIGTERM, as a service manager does. Resolves with the milliseconds that this took. */
  terminate(): Promise<number>;
  /** Ends the server and removes its folder. */
  remove(): Promise<void>;
}

/** The key with which these servers call their provider. */
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
  // The port stays the same, so that an open page continues with the server it was loaded from.
  const port = await freePort();
  const begin = () => startOurServer(dataFolder, environment, port);
  let server = await begin();
  let isUp = true;
  let cookie = '';
  let calls = 0;
  const fetchAsOwner = async (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    // A kept connection may lead to a process that has died.
    headers.set('connection', 'close');
    headers.set('accept-encoding', 'identity');
    // Programs send requests faster than the limits for one address allow a person, so each call has its own address.
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
