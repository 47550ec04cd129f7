import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '#shared/kernel/clock.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { openPictureLimit } from '../copy/index.ts';
import type { Handlers } from '../ipc/answer-call.ts';
import type { SendEvent } from '../ipc/send-event.ts';
import type { FileDialogs } from '../ipc/text-files.ts';
import type { Log } from '../log.ts';
import type { Waiting } from '../menu/tray-template.ts';
import { createAppProtocol } from '../protocol/index.ts';
import { isForOutside } from '../window/navigation.ts';
import { countWaitingPosts } from '../workspace/index.ts';
import { appCalls } from './app-calls.ts';
import type { Connection } from './connection.ts';
import { copyCalls } from './copy-calls.ts';
import { documentCalls } from './document-calls.ts';
import { fileCalls } from './file-calls.ts';
import { pictureCalls } from './picture-calls.ts';
import { openProfiles } from './profiles.ts';
import type { SecretBox } from './sealed-credentials.ts';
import { serverCalls } from './server-calls.ts';
import type { ServerFetch } from './server-check.ts';
import { openServerInUse } from './server-in-use.ts';

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
  /** When the copy of the site is brought up to date; the machine's own when absent. */
  timers?: Timers;
  log: Log;
}

/** Channels the windows answer themselves. */
type OfTheWindow =
  | 'workflow.progress'
  | 'app.flushed'
  | 'updates.look'
  | 'files.drag-text'
  | 'note.close'
  | 'note.shortcut'
  | 'note.choose-shortcut';

/** The app without its windows: servers, local documents, cached responses, the exchange. */
export interface Desktop {
  readonly handlers: Omit<Handlers, OfTheWindow>;
  /** Answers everything under `app://`, for `protocol.handle`. */
  handleRequest(request: Request): Promise<Response>;
  /** The computer was asleep, or its network changed. */
  wake(): void;
  /** Resolves when what was last in use is open. Calls wait for it. Rejects where it cannot be opened at all. */
  readonly opened: Promise<void>;
  /** What waits to be sent; null before a server is chosen. */
  waiting(): Promise<Waiting | null>;
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
  const { folder, clock, timers = systemTimers, log } = options;
  await makeFolders(folder, log);
  const profiles = openProfiles(folder, clock);
  const pictureLimit = openPictureLimit(folder, log);
  const inUse = openServerInUse({ ...options, timers, profiles, pictureLimit });
  const protocol = createAppProtocol({
    rendererFolder: options.rendererFolder,
    // Of the first opening alone: a page of the server before must not reach the one that comes.
    server: () => inUse.opened.then(inUse.now),
  });

  return {
    handlers: {
      ...appCalls(inUse, { ...options, profiles }),
      ...serverCalls(inUse, { ...options, profiles }),
      ...documentCalls(inUse, options),
      ...copyCalls(inUse, pictureLimit),
      ...fileCalls(inUse, options),
      ...pictureCalls(inUse, options),
      'shell.open-external': async ({ url }) => {
        if (!isForOutside(url)) return { ok: false, message: 'This address is not opened from here.' };
        await options.openExternal(new URL(url).href);
        return { ok: true };
      },
    },
    handleRequest: protocol,
    opened: inUse.opened,
    waiting: () => inUse.ask(whatWaits, null),
    siteUrl: () => inUse.now()?.profile.siteUrl ?? null,
    wake() {
      const connection = inUse.now();
      connection?.network.doubt();
      void connection?.workspace.syncNow();
      connection?.copy.nudge();
    },
    close: inUse.close,
  };
}

async function whatWaits({ workspace, pictures }: Connection): Promise<Waiting> {
  const { isOnline, waiting } = workspace.state();
  return {
    posts: await countWaitingPosts(workspace.store),
    documents: isOnline ? 0 : waiting.length,
    pictures: pictures.state().length,
  };
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
