import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { type ApiClient, createApiClient } from '#shared/api-client/client.ts';
import { login, SESSION_COOKIE } from '#shared/contract/session.ts';
import { OWNER, seedSite } from '#tests/e2e/site/seed-site.ts';
import { startOurServer } from '#tests/load/our-server.ts';

/** A call as the server's books have it. */
export interface BookedCall {
  key: string;
  step: number;
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
  /** Through the process that runs at the moment; fails where none does. */
  readonly client: ApiClient;
  /** The same, by hand. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly isUp: boolean;
  /** SIGKILL: nothing can be written any more. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same folder, at another port. */
  start(): Promise<void>;
  /** What the database file says of a run's calls, oldest first. */
  callsOf(runId: string): BookedCall[];
  /** SIGTERM, as a service manager stops it. Gives the milliseconds that took. */
  terminate(): Promise<number>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** Starts the built server with the provider at `baseUrl` (an address with its path, "http://127.0.0.1:4010/v1"). */
export async function startBuiltServer(baseUrl: string): Promise<BuiltServer> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'ninefold-ai-'));
  await seedSite(dataFolder, []);
  const begin = () =>
    startOurServer(dataFolder, {
      OPENAI_BASE_URL: baseUrl,
      OPENAI_API_KEY: 'sk-of-the-tests',
      AI_PRICE_INPUT: '2.5',
      AI_PRICE_OUTPUT: '10',
    });
  let server = await begin();
  let isUp = true;
  let cookie = '';
  const fetchAsOwner = async (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    // A connection that is kept would be one to a process that may be dead by now.
    headers.set('connection', 'close');
    const response = await fetch(server.address + address, { ...init, headers });
    const given = response.headers.getSetCookie().find((each) => each.startsWith(`${SESSION_COOKIE}=`));
    cookie = given?.split(';', 1)[0] ?? cookie;
    return response;
  };
  const client = createApiClient({ fetch: fetchAsOwner });
  await client.call(login, { body: { email: OWNER.email, password: OWNER.password } });

  return {
    dataFolder,
    client,
    fetch: fetchAsOwner,
    get isUp() {
      return isUp;
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
    callsOf(runId) {
      const reader = openReader(path.join(dataFolder, DATABASE_FILE));
      try {
        return reader.prepare('select * from ai_calls where run_id = ? order by id').all(runId) as BookedCall[];
      } finally {
        reader.close();
      }
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
