import path from 'node:path';
import { createApiClient } from '#shared/api-client/client.ts';
import { createExchangeApi } from '#shared/api-client/exchange-api.ts';
import { getMeta } from '#shared/contract/meta.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { type LocalCopy, openLocalCopy } from '../copy/index.ts';
import type { SendEvent } from '../ipc/send-event.ts';
import type { Log } from '../log.ts';
import { createForward, createSitePages, withCancelling } from '../protocol/index.ts';
import { openResponseCache } from '../response-cache/index.ts';
import { openWaitingPictures, type WaitingPictures } from '../waiting-pictures/index.ts';
import { openWorkspace, type Workspace } from '../workspace/index.ts';
import { createNetwork, type Network } from './network.ts';
import type { Profile } from './profiles.ts';
import { openCredentials, type SecretBox } from './sealed-credentials.ts';
import type { ServerFetch } from './server-check.ts';
import { createServerSession, type ServerSession } from './server-session.ts';

/** Everything that belongs to the server in use, opened. */
export interface Connection {
  readonly profile: Profile;
  readonly network: Network;
  readonly workspace: Workspace;
  /** The pictures that wait to be sent. */
  readonly pictures: Pick<WaitingPictures, 'state' | 'file' | 'files' | 'remove' | 'retry'>;
  /** The copy of the site. */
  readonly copy: Pick<LocalCopy, 'state' | 'setLimit' | 'answerDeletions' | 'findDrafts' | 'nudge'>;
  /** Returns a notice for the owner about the local databases of pictures and documents; null when all is well. */
  storeNotice(): string | null;
  forward(request: Request, gone?: AbortSignal): Promise<Response>;
  /**
   * Cancels the upload that the page gave this name. An upload without an answer is aborted, and nothing of it is kept.
   */
  cancelUpload(id: string): void;
  /** Returns a damaged database file that was set aside; null when there is none. */
  damagedFile(): string | null;
  site(request: Request): Promise<Response>;
  /** Requests a file of the server, signed in as its owner. The answer is streamed. */
  download(address: string): Promise<Response>;
  /** Forgets the sign-in and the cached responses. The owner's documents stay. */
  forget(): Promise<void>;
  /** Resolves when everything is on the disk. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** The app's folder, which holds `workspaces/`, `pictures/`, `credentials/`, `answers/` and `copies/`. */
  folder: string;
  profile: Profile;
  fetch: ServerFetch;
  secrets: SecretBox;
  clock: Clock;
  timers: Timers;
  log: Log;
  send: SendEvent;
  /** The most bytes of pictures that are stored. */
  pictureBytes: number;
}

const PROBE_WAIT = 5000;
/** No web contents have this id, so every window is told. */
const NO_PAGE = -1;
/**
 * The time, in milliseconds, before the copy of the site begins: after the page has its list, or after the start if the
 * page shows no list.
 */
const COPY_AFTER = { list: 1000, start: 15_000 };

/** Opens everything local, then talks to the server. Never waits for the network. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { folder, profile, clock, timers, log, send } = options;
  const { url: origin } = profile;
  const cache = openResponseCache({ file: path.join(folder, 'answers', `${profile.id}.sqlite`), clock, log });
  const file = path.join(folder, 'credentials', `${profile.id}.sealed`);
  const credentials = await openCredentials({ file, origin, box: options.secrets, clock, log });
  const network: Network = createNetwork({ probe: () => probe(session, network) });
  const session = createServerSession({
    origin,
    fetch: options.fetch,
    credentials,
    network,
    onSignedIn: () => goOn(),
    onSignedOut: () => clearCopies(),
  });
  const clearCopies = () => {
    cache.clear();
    copy.clear();
  };
  /** Continues the work that waited until the server can be reached and the owner is signed in. */
  const goOn = () => {
    void workspace.syncNow();
    copy.nudge();
    pictures.nudge();
  };
  const api = createApiClient({ fetch: session.fetchSignedIn });
  const { workspace, notice, damagedFile } = openWorkspace({
    file: path.join(folder, 'workspaces', `${profile.workspace}.sqlite`),
    api: createExchangeApi(api),
    ...{ clock, log, send },
    onChanged(id, update) {
      copy.noteDocument(id);
      pictures.noteDocument(id, update);
    },
  });
  const siteId = async () => (await workspace.siteId()) ?? profile.siteId;
  const isOnline = () => network.isOnline();
  const isSignedIn = () => credentials.hasSession();
  const shared = { workspace, siteId, fetch: session.fetchSignedIn };
  const keepInCopy: LocalCopy['keepGiven'] = (...given) => copy.keepGiven(...given);
  const pictures = openPictures(options, { ...shared, isOnline, isSignedIn, keepInCopy });
  const copy = openCopy(options, { ...shared, cache, api, isAllowed: () => isOnline() && isSignedIn() });
  network.onChange((isOnline) => {
    log.info(isOnline ? 'The server is reached' : 'The server is not reached');
    send('network.state', { isOnline });
    if (isOnline) goOn();
  });
  pictures.nudge();
  network.doubt();
  const forward = createForward({
    ...{ session, cache, copy, network, clock, log, waiting: pictures },
    onSent: (id, sent) => send('upload.progress', { id: id.slice(0, 100), sent }),
  });
  const uploads = withCancelling(forward);
  const beginning = beginAfterList(timers, uploads.forward, copy.begin);

  return {
    ...{ profile, network, workspace, pictures, copy },
    storeNotice: () => [pictures.notice(), notice()].filter((words) => words !== null).join(' ') || null,
    damagedFile: () => damagedFile() ?? pictures.damagedFile(),
    forward: beginning.forward,
    cancelUpload: uploads.cancelUpload,
    download: (address) => session.fetchSignedIn(address, {}),
    site: createSitePages(origin, options.fetch),
    async forget() {
      clearCopies();
      await credentials.forget();
    },
    async close() {
      network.stop();
      beginning.callOff();
      await copy.close();
      await pictures.close();
      await workspace.close();
      await credentials.settled();
      cache.close();
    },
  };
}

/** The parts of the connection that both the waiting pictures and the copy of the site need. */
interface SharedParts extends Pick<WaitingOptions, 'fetch' | 'siteId'> {
  workspace: Workspace;
}
type WaitingOptions = Parameters<typeof openWaitingPictures>[0];

/** Opens the waiting pictures. Their file belongs to the workspace whose documents name them. */
function openPictures(
  { folder, profile, clock, timers, log, send }: ConnectionOptions,
  { workspace, ...parts }: SharedParts & Pick<WaitingOptions, 'isOnline' | 'isSignedIn' | 'keepInCopy'>,
): WaitingPictures {
  return openWaitingPictures({
    ...{ clock, log, timers, ...parts },
    file: path.join(folder, 'pictures', `${profile.workspace}.sqlite`),
    documents: workspace.store,
    async append(change) {
      const outcome = await workspace.apply(change, NO_PAGE);
      if (!outcome.ok) throw new Error(outcome.message);
    },
    onState: (state) => send('pictures.waiting', state),
  });
}

function openCopy(
  { folder, profile, clock, timers, log, send, pictureBytes }: ConnectionOptions,
  { workspace, ...parts }: SharedParts & Pick<Parameters<typeof openLocalCopy>[0], 'cache' | 'api' | 'isAllowed'>,
): LocalCopy {
  return openLocalCopy({
    ...{ clock, log, send, timers, ...parts },
    folder: path.join(folder, 'copies'),
    name: profile.id,
    documents: workspace.store,
    limit: pictureBytes,
  });
}

/** Sends a request to see whether the server answers; the fetch itself reports whether it was reached. */
async function probe(session: Pick<ServerSession, 'fetch'>, network: Pick<Network, 'report'>): Promise<void> {
  const signal = AbortSignal.timeout(PROBE_WAIT);
  const answer = await session.fetch(getMeta.path, { signal }).catch(() => null);
  if (signal.aborted) network.report(false);
  await answer?.body?.cancel();
}

/** Begins the copy of the site once the page has its list. The returned `forward` answers the page's requests. */
function beginAfterList(timers: Timers, forward: Connection['forward'], begin: () => void) {
  let callOff = timers.after(COPY_AFTER.start, begin);
  return {
    callOff: () => callOff(),
    async forward(request: Request, gone?: AbortSignal): Promise<Response> {
      const response = await forward(request, gone);
      if (new URL(request.url).pathname === listPosts.path) {
        callOff();
        callOff = timers.after(COPY_AFTER.list, begin);
      }
      return response;
    },
  };
}
