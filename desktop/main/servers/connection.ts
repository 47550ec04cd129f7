import path from 'node:path';
import { createApiClient } from '#shared/api-client/client.ts';
import { createExchangeApi } from '#shared/api-client/exchange-api.ts';
import { getMeta } from '#shared/contract/meta.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { SendEvent } from '../ipc/send-event.ts';
import type { Log } from '../log.ts';
import { createForward, createSitePages } from '../protocol/index.ts';
import { openResponseCache } from '../response-cache/index.ts';
import { openWorkspace, type Workspace } from '../workspace/index.ts';
import { createNetwork, type Network } from './network.ts';
import type { Profile } from './profiles.ts';
import { openCredentials, type SecretBox } from './sealed-credentials.ts';
import type { ServerFetch } from './server-check.ts';
import { createServerSession } from './server-session.ts';

/** Everything that belongs to the server in use, open. */
export interface Connection {
  readonly profile: Profile;
  readonly network: Network;
  readonly workspace: Workspace;
  /** What the owner must know about the local database; null when all is well. */
  storeNotice(): string | null;
  forward(request: Request): Promise<Response>;
  site(request: Request): Promise<Response>;
  /** Asks for a file of the server's as its owner; the answer is read as it comes. */
  download(address: string): Promise<Response>;
  /** Forgets sign-in and cached responses. What was written stays. */
  forget(): Promise<void>;
  /** Resolves when everything is on the disk. */
  close(): Promise<void>;
}

interface ConnectionOptions {
  /** The app's folder: `workspaces/`, `credentials/` and `answers/` lie there. */
  folder: string;
  profile: Profile;
  fetch: ServerFetch;
  secrets: SecretBox;
  clock: Clock;
  log: Log;
  send: SendEvent;
}

const PROBE_WAIT = 5000;

/** Opens what is local, then talks to the server. Never waits for the network. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { folder, profile, clock, log, send } = options;
  const { url: origin } = profile;
  const cache = openResponseCache({ file: path.join(folder, 'answers', `${profile.id}.sqlite`), clock, log });
  const credentials = await openCredentials({
    file: path.join(folder, 'credentials', `${profile.id}.sealed`),
    origin,
    box: options.secrets,
    clock,
    log,
  });
  const network = createNetwork({
    async probe() {
      // The fetch itself reports whether the server was reached.
      const signal = AbortSignal.timeout(PROBE_WAIT);
      const answer = await session.fetch(getMeta.path, { signal }).catch(() => null);
      if (signal.aborted) network.report(false);
      await answer?.body?.cancel();
    },
  });
  const session = createServerSession({
    origin,
    fetch: options.fetch,
    credentials,
    network,
    onSignedIn: () => void workspace.syncNow(),
    onSignedOut: () => cache.clear(),
  });
  const api = createApiClient({ fetch: session.fetchSignedIn });
  const { workspace, notice } = openWorkspace({
    file: path.join(folder, 'workspaces', `${profile.workspace}.sqlite`),
    api: createExchangeApi(api),
    clock,
    log,
    send,
  });
  network.onChange((isOnline) => {
    log.info(isOnline ? 'The server is reached' : 'The server is not reached');
    send('network.state', { isOnline });
    if (isOnline) void workspace.syncNow();
  });
  network.doubt();

  return {
    profile,
    network,
    workspace,
    storeNotice: notice,
    forward: createForward({
      session,
      cache,
      network,
      clock,
      log,
      onSent: (id, sent) => send('upload.progress', { id: id.slice(0, 100), sent }),
    }),
    download: (address) => session.fetchSignedIn(address, {}),
    site: createSitePages(origin, options.fetch),
    async forget() {
      cache.clear();
      await credentials.forget();
    },
    async close() {
      network.stop();
      await workspace.close();
      await credentials.settled();
      cache.close();
    },
  };
}
