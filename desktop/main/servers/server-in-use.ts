import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import type { Profiles } from './profiles.ts';
import type { ServerFetch } from './server-check.ts';

interface InUseOptions extends Pick<ConnectionOptions, 'folder' | 'secrets' | 'clock' | 'timers' | 'log' | 'send'> {
  profiles: Pick<Profiles, 'current'>;
  /** Bytes of pictures that are kept at the most. */
  pictureLimit: { get(): number };
  /** The fetch of one server's own in-memory session. `partition` is a name no other server has. */
  fetchOf(partition: string): ServerFetch;
}

/** The server in use. Its changes are made one after the other, and whoever asks for it waits for them. */
export interface ServerInUse {
  /** Resolves when what was last in use is open. Rejects where it cannot be opened at all. */
  readonly opened: Promise<void>;
  /** As it stands: null while it changes too. */
  now(): Connection | null;
  /** The connection once what is under way is done; null where no server is chosen. */
  settled(): Promise<Connection | null>;
  /** Asks the connection once it is settled; answers `otherwise` where there is none. */
  ask<T>(run: (open: Connection) => T | Promise<T>, otherwise: T): Promise<T>;
  /** One change of the server in use after the other. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  /** Closes what is open and opens the profile that is now the current one. Only within a turn. */
  reopen(): Promise<void>;
  /** Pages that were loaded for the server in use. What another one writes belongs to the server before. */
  readonly pages: Set<number>;
  /** Resolves when everything that was asked for is on the disk. */
  close(): Promise<void>;
}

/** Begins to open the server that was last in use. */
export function openServerInUse(options: InUseOptions): ServerInUse {
  const { folder, profiles, secrets, clock, timers, log, send } = options;
  let connection: Connection | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const pages = new Set<number>();

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = turn.then(run);
    turn = done.catch(() => undefined);
    return done;
  }
  async function closeOpen(): Promise<void> {
    const before = connection;
    connection = null;
    await before?.close();
  }
  async function reopen(): Promise<void> {
    pages.clear();
    await closeOpen();
    const profile = profiles.current();
    if (!profile) return;
    log.info(`Server in use: ${profile.url}`);
    const fetch = options.fetchOf(`server-${profile.id}`);
    const pictureBytes = options.pictureLimit.get();
    connection = await openConnection({ folder, profile, fetch, secrets, clock, timers, log, send, pictureBytes });
  }
  const settled = () => turn.then(() => connection);

  return {
    opened: inTurn(async () => {
      // Databases are opened in one go: the window is made before, and its page comes meanwhile.
      await turnOfEvents();
      await reopen();
    }),
    now: () => connection,
    settled,
    async ask(run, otherwise) {
      const open = await settled();
      return open ? run(open) : otherwise;
    },
    inTurn,
    reopen,
    pages,
    close: () => inTurn(closeOpen),
  };
}
