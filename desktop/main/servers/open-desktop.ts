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
  /** The folder of the built renderer. */
  rendererFolder: string;
  version: string;
  platform: string;
  /** Returns the fetch of one server's own in-memory session. `partition` is a name that no other server has. */
  fetchOf(partition: string): ServerFetch;
  secrets: SecretBox;
  dialogs: FileDialogs;
  /** Passes an address, which was checked, to the system's own programs. */
  openExternal(url: string): Promise<void>;
  /** Opens the folder of a file, with the file selected in it. */
  showInFolder(file: string): void;
  send: SendEvent;
  /**
   * Called before another server comes into use, so that the page writes its unsaved text. Resolves when the page has
   * done so, or does not answer.
   */
  onServerChanging(): Promise<unknown>;
  /** Called when the owner has opened a text file. */
  onFileOpened(file: string): void;
  /** Called when another server, or none, is in use: the windows reload the page. */
  onServerChanged(): void;
  clock: Clock;
  /** The timers that decide when the copy of the site is brought up to date; the machine's own when absent. */
  timers?: Timers;
  log: Log;
}

/** Channels that the windows answer themselves. */
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
  /** Called when the computer was asleep, or its network changed. */
  wake(): void;
  /**
   * Resolves when the server that was last in use is open. Calls wait for it. Rejects when it cannot be opened at all.
   */
  readonly opened: Promise<void>;
  /** Returns the numbers of items that wait to be sent; null before a server is chosen. */
  waiting(): Promise<Waiting | null>;
  /** The public address of the site in use; null before a server is chosen. */
  siteUrl(): string | null;
  /** Resolves when every requested write is on the disk. Must be awaited before the app ends. */
  close(): Promise<void>;
}

/**
 * Begins to open the server that was last in use. Never waits for the network, and never throws for a damaged file.
 * Throws `StartRefused` for a list of servers that this program must not touch.
 */
export async function openDesktop(options: DesktopOptions): Promise<Desktop> {
  const { folder, clock, timers = systemTimers, log } = options;
  await makeFolders(folder, log);
  const profiles = openProfiles(folder, clock);
  const pictureLimit = openPictureLimit(folder, log);
  const inUse = openServerInUse({ ...options, timers, profiles, pictureLimit });
  const protocol = createAppProtocol({
    rendererFolder: options.rendererFolder,
    // Waits for the first opening only, not for later changes: a page of the server before must not reach the next
    // server.
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

/** Makes the app's folders. No other user of this computer can read them. */
async function makeFolders(folder: string, log: Log): Promise<void> {
  for (const name of ['workspaces', 'pictures', 'credentials', 'answers', 'copies']) {
    try {
      await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
    } catch (error) {
      // The code that writes into the folder tells the owner.
      log.error(`The folder ${name} cannot be made`, error);
    }
  }
}
