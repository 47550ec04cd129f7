import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turnOfEvents } from 'node:timers/promises';
import type { ServerProfile } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { asleep } from '#shared/workspace/exchange-port.ts';
import { copyFiles, openPictureLimit } from '../copy/index.ts';
import type { Handlers } from '../ipc/answer-call.ts';
import { downloadFile } from '../ipc/download-file.ts';
import type { SendEvent } from '../ipc/send-event.ts';
import { type FileDialogs, openText, saveText } from '../ipc/text-files.ts';
import type { Log } from '../log.ts';
import { createAppProtocol } from '../protocol/index.ts';
import { isForOutside } from '../window/navigation.ts';
import { exportWorkspace } from '../workspace/index.ts';
import { type Connection, openConnection } from './connection.ts';
import { pictureHandlers } from './picture-handlers.ts';
import { openProfiles, type Profile } from './profiles.ts';
import type { SecretBox } from './sealed-credentials.ts';
import { checkServer, type ServerFetch } from './server-check.ts';

interface DesktopOptions {
  /** The app's own folder (`app.getPath('userData')`). */
  folder: string;
  /** The built renderer. */
  rendererFolder: string;
  version: string;
  platform: string;
  /** The fetch of one server's own in-memory session. `partition` is a name no other server has. */
  fetchOf(partition: string): ServerFetch;
  secrets: SecretBox;
  dialogs: FileDialogs;
  /** Gives an address to the system's own programs; it was checked. */
  openExternal(url: string): Promise<void>;
  /** Opens the folder of a file, with the file chosen in it. */
  showInFolder(file: string): void;
  send: SendEvent;
  /** Another server is about to be in use: the page writes what it holds. Resolves when it has, or does not answer. */
  onServerChanging(): Promise<unknown>;
  /** The owner has opened a text file. */
  onFileOpened(file: string): void;
  /** Another server is in use, or none: the windows load the page anew. */
  onServerChanged(): void;
  clock: Clock;
  log: Log;
}

/** Channels the windows answer themselves. */
type OfTheWindow = 'workflow.progress' | 'app.flushed' | 'updates.look';

/** The app without its windows: servers, local documents, cached responses, the exchange. */
export interface Desktop {
  readonly handlers: Omit<Handlers, OfTheWindow>;
  /** Answers everything under `app://`, for `protocol.handle`. */
  handleRequest(request: Request): Promise<Response>;
  /** The computer was asleep, or its network changed. */
  wake(): void;
  /** Resolves when what was last in use is open. Calls wait for it. Rejects where it cannot be opened at all. */
  readonly opened: Promise<void>;
  /** The public address of the site in use; null before a server is chosen. */
  siteUrl(): string | null;
  /** Resolves when everything that was asked for is on the disk. To be awaited before the app ends. */
  close(): Promise<void>;
}

/**
 * Begins to open what was last in use. Never waits for the network, and never throws for a file that is damaged: throws
 * `StartRefused` for a list of servers this program must not touch.
 */
export async function openDesktop(options: DesktopOptions): Promise<Desktop> {
  const { folder, clock, log, send } = options;
  await makeFolders(folder, log);
  const profiles = openProfiles(folder, clock);
  const pictureLimit = openPictureLimit(folder, log);
  const keepsSecrets = options.secrets.isAvailable();
  let connection: Connection | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  /** Pages that were loaded for the server in use. What another one writes belongs to the server before. */
  const pages = new Set<number>();

  /** One change of the server in use after the other. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = turn.then(run);
    turn = done.catch(() => undefined);
    return done;
  }
  async function reopen(): Promise<void> {
    const before = connection;
    connection = null;
    pages.clear();
    await before?.close();
    const profile = profiles.current();
    if (!profile) return;
    log.info(`Server in use: ${profile.url}`);
    const fetch = options.fetchOf(`server-${profile.id}`);
    const { secrets } = options;
    const pictureBytes = pictureLimit.get();
    connection = await openConnection({ folder, profile, fetch, secrets, clock, log, send, pictureBytes });
  }
  /** The connection once what is under way is done; null where no server is chosen. */
  const settled = () => turn.then(() => connection);
  const withServer = async <T>(run: (open: Connection) => T | Promise<T>, otherwise: T): Promise<T> => {
    const open = await settled();
    return open ? run(open) : otherwise;
  };

  const opened = inTurn(async () => {
    // Databases are opened in one go: the window is made before, and its page comes meanwhile.
    await turnOfEvents();
    await reopen();
  });
  const protocol = createAppProtocol({
    rendererFolder: options.rendererFolder,
    // Of the first opening alone: a page of the server before must not reach the one that comes.
    server: () => opened.then(() => connection),
  });

  const handlers: Desktop['handlers'] = {
    'server.check': async ({ url }) => {
      const answer = await checkServer(url, options.fetchOf('check'));
      return answer.ok ? { ...answer, known: profiles.known(answer.origin, answer.meta.siteId) } : answer;
    },
    'servers.list': () => ({ servers: profiles.list().map(shown), currentId: profiles.current()?.id ?? null }),
    'servers.connect': async ({ url, belonging }) => {
      const answer = await checkServer(url, options.fetchOf('check'));
      if (!answer.ok) return answer;
      await options.onServerChanging();
      return inTurn(async () => {
        const outcome = profiles.connect(answer.origin, answer.meta, belonging);
        if (outcome.kind === 'question') return unanswered;
        await reopen();
        options.onServerChanged();
        return { ok: true, server: shown(outcome.profile) };
      });
    },
    'servers.use': async ({ id }) => {
      if (profiles.current()?.id === id) return { ok: true };
      await options.onServerChanging();
      return inTurn(async () => {
        if (!profiles.use(id)) return unknownServer;
        await reopen();
        options.onServerChanged();
        return { ok: true };
      });
    },
    'servers.remove': async ({ id }) => {
      if (profiles.current()?.id === id) await options.onServerChanging();
      return inTurn(async () => {
        const isCurrent = connection?.profile.id === id;
        if (isCurrent) await connection?.forget();
        if (!profiles.remove(id)) return unknownServer;
        if (isCurrent) await reopen();
        await removeLeftovers(folder, id, log);
        if (isCurrent) options.onServerChanged();
        return { ok: true };
      });
    },
    'app.state': async (_input, { contentsId }) => {
      const open = await settled();
      pages.add(contentsId);
      return {
        server: open && inUse(open.profile, await open.workspace.siteId()),
        version: options.version,
        platform: options.platform,
        isOnline: open?.network.isOnline() ?? true,
        keepsSecrets: await keepsSecrets,
        storeNotice: notices(open?.storeNotice() ?? null, profiles.setAside),
        hasDamagedFile: (open?.damagedFile() ?? null) !== null,
        sync: open?.workspace.state() ?? { ...asleep, isSignedIn: false },
      };
    },
    'app.not-shown': ({ why }) => log.error(`The page could not be shown: ${why}`),
    'store.list': ({ kind }) => withServer((open) => open.workspace.list(kind), []),
    'store.load': ({ id }) => withServer((open) => open.workspace.load(id), []),
    'files.show-damaged': () =>
      withServer(async (open) => {
        const file = open.damagedFile();
        if (file !== null) options.showInFolder(file);
      }, undefined),
    'store.summaries': () => withServer((open) => open.workspace.summaries(), '[]'),
    'store.tombstones': () => withServer((open) => open.workspace.tombstones(), []),
    'workspace.apply': async (change, { contentsId }) => {
      const open = await settled();
      if (!open || !pages.has(contentsId)) return { ok: false, message: 'Another server is in use now.' };
      return open.workspace.apply(change, contentsId);
    },
    'sync.now': () => withServer((open) => open.workspace.syncNow(), undefined),
    'sync.adopt': async () => {
      const open = await settled();
      if (!open || open.workspace.state().question === null) return;
      await open.workspace.adopt();
      open.copy.nudge();
      // The pages were loaded for the site before, and what they write is meant for it.
      await options.onServerChanging();
      options.onServerChanged();
    },
    'sync.answer-deletions': ({ key, answer }) =>
      withServer((open) => open.workspace.answerDeletions(key, answer), undefined),
    'copy.state': () => withServer((open) => open.copy.state(), null),
    'copy.set-limit': ({ bytes }) => {
      pictureLimit.set(bytes);
      return withServer((open) => open.copy.setLimit(bytes), undefined);
    },
    'copy.answer-deletions': ({ key, answer }) =>
      withServer((open) => open.copy.answerDeletions(key, answer), undefined),
    ...pictureHandlers(withServer, options),
    'drafts.find': ({ q }) => withServer((open) => open.copy.findDrafts(q), []),
    'shell.open-external': async ({ url }) => {
      if (!isForOutside(url)) return { ok: false, message: 'This address is not opened from here.' };
      await options.openExternal(new URL(url).href);
      return { ok: true };
    },
    'files.save-text': async (file) => ({ saved: await saveText(file, options) }),
    'files.download': async (wanted) => ({
      saved: await withServer((open) => downloadFile(wanted, { ...options, fetch: open.download }), false),
    }),
    'files.open-text': () => openText({ ...options, onOpened: options.onFileOpened }),
    'workspace.export': async () => {
      const file = await withServer(
        (open) => exportWorkspace(open.workspace.store, { ...options, pictures: open.pictures.files() }),
        null,
      );
      return { saved: file !== null, path: file };
    },
  };

  return {
    handlers,
    handleRequest: protocol,
    opened,
    siteUrl: () => connection?.profile.siteUrl ?? null,
    wake() {
      connection?.network.doubt();
      void connection?.workspace.syncNow();
      connection?.copy.nudge();
    },
    close: () =>
      inTurn(async () => {
        const before = connection;
        connection = null;
        await before?.close();
      }),
  };
}

const unknownServer = { ok: false as const, message: 'This server is not known any more.' };

const unanswered = {
  ok: false as const,
  message: 'This computer knows this site from another address. Connect again, and say whether it is the same.',
};

/** Until the first exchange the local documents belong to the site that answered when the server was connected. */
const inUse = ({ id, url, name, siteUrl, siteId: connected }: Profile, siteId: string | null) => ({
  id,
  url,
  name,
  siteUrl,
  siteId: siteId ?? connected,
});

const shown = ({ id, url, name, siteId }: Profile): ServerProfile => ({ id, url, name, siteId });

function notices(store: string | null, setAside: string | null): string | null {
  const servers =
    setAside &&
    `The list of servers was damaged and is set aside as ${path.basename(setAside)}. Connect to your server again; what you wrote is still there.`;
  return [servers, store].filter((text) => text !== null).join(' ') || null;
}

/** Nobody else on this computer reads what lies in them. */
async function makeFolders(folder: string, log: Log): Promise<void> {
  for (const name of ['workspaces', 'pictures', 'credentials', 'answers', 'copies']) {
    try {
      await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
    } catch (error) {
      // Whoever writes there says so to the owner.
      log.error(`The folder ${name} cannot be made`, error);
    }
  }
}

/** What is only kept for convenience, or must not stay. The documents do. */
async function removeLeftovers(folder: string, id: string, log: Log): Promise<void> {
  const answers = path.join(folder, 'answers', `${id}.sqlite`);
  const copy = copyFiles(path.join(folder, 'copies'), id);
  const databases = [answers, copy.posts, copy.pictures];
  const files = [
    path.join(folder, 'credentials', `${id}.sealed`),
    ...databases.flatMap((file) => [file, `${file}-wal`, `${file}-shm`]),
  ];
  for (const file of files) {
    await rm(file, { force: true }).catch((error: unknown) => log.warn('A file of a forgotten server stays', error));
  }
}
