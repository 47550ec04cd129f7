import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import type { Profiles } from './profiles.ts';
import type { ServerFetch } from './server-check.ts';

interface InUseOptions extends Pick<ConnectionOptions, 'folder' | 'secrets' | 'clock' | 'timers' | 'log' | 'send'> {
  profiles: Pick<Profiles, 'current'>;
  /** The most bytes of pictures that are stored. */
  pictureLimit: { get(): number };
  /** Returns the fetch of one server's own in-memory session. `partition` is a name that no other server has. */
  fetchOf(partition: string): ServerFetch;
}

/** The server in use. It changes in turn, one change after the other, and `settled` and `ask` wait for the changes. */
export interface ServerInUse {
  /** Resolves when the server that was last in use is open. Rejects when it cannot be opened at all. */
  readonly opened: Promise<void>;
  /** Returns the current connection; null when there is none, and during a change. */
  now(): Connection | null;
  /** Returns the connection after all pending changes; null when no server is chosen. */
  settled(): Promise<Connection | null>;
  /** Calls `run` with the connection after all pending changes; returns `otherwise` when there is none. */
  ask<T>(run: (open: Connection) => T | Promise<T>, otherwise: T): Promise<T>;
  /** Runs one change of the server in use after the other. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  /** Closes the open connection and opens the profile that is now the current one. Must be called within a turn. */
  reopen(): Promise<void>;
  /** The pages that were loaded for the server in use. The writes of any other page belong to the server before. */
  readonly pages: Set<number>;
  /** Resolves when every requested write is on the disk. */
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
      // Databases are opened without a break: the window is made before, and its page loads in the meantime.
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
