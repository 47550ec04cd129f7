import path from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import type { BackupStatus } from '#shared/contract/backups.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { changeNotes, dropOldBackups, listBackups, readNotes } from './backup-folder.ts';
import { backupName } from './backup-names.ts';

const HOUR = 60 * 60 * 1000;
/** The time after which a failed run is repeated. */
const RETRY_AFTER = HOUR;

/**
 * Makes and verifies the backup `file`, a path or an address in an object store, in a separate process. If there is no
 * backup, rejects with the reason in words for the owner.
 */
export type MakeBackup = (file: string, signal: AbortSignal) => Promise<void>;

export interface BackupService {
  /** The status that Settings shows. */
  status(): Promise<BackupStatus>;
  /** Begins a backup in the background, unless one is being made. */
  begin(): void;
  /** Begins a backup when the newest one is older than allowed. To be called about every minute. */
  beginIfDue(): Promise<void>;
  /**
   * A stored backup; null when there is none of this name. `size` in bytes; the file is read only when it is opened.
   */
  find(name: string): Promise<{ size: number; open: () => Promise<Readable> } | null>;
  /** Resolves when no backup is being made. */
  settled(): Promise<void>;
  /** Aborts the current run. */
  close(): Promise<void>;
}

interface BackupServiceOptions {
  store: BlobStore;
  /** 0 when backups are made only on request. */
  everyHours: number;
  /** The number of backups that are kept. */
  keep: number;
  clock: Clock;
  make: MakeBackup;
  onMade: (name: string, dropped: readonly string[]) => void;
  onError: (error: unknown) => void;
}

/** Keeps backups of the site in a store: makes them when they are due, verifies each, and deletes the oldest. */
export function createBackupService(options: BackupServiceOptions): BackupService {
  const { store, everyHours, keep, clock, make, onMade, onError } = options;
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let failedAt: number | null = null;
  // Also held in memory: the folder itself may be the reason why the run failed.
  let lastFailure: BackupStatus['failure'] = null;

  const run = async () => {
    const name = backupName(clock.now());
    try {
      await make(placeOf(store, name), closing.signal);
      failedAt = null;
      // An older backup may be deleted only now that there is a verified new one.
      const dropped = await dropOldBackups(store, { keep, newest: name, now: clock.now() });
      await changeNotes(store, (notes) => ({ ...notes, failure: null }));
      onMade(name, dropped);
    } catch (error) {
      if (closing.signal.aborted) return;
      const now = clock.now();
      failedAt = now;
      onError(error);
      const message = error instanceof Error ? error.message : String(error);
      const failure = { at: new Date(now).toISOString(), message };
      lastFailure = failure;
      await changeNotes(store, (notes) => ({ ...notes, failure })).catch(onError);
    }
  };
  const begin = () => {
    if (running || closing.signal.aborted) return;
    lastFailure = null;
    running = run().finally(() => {
      running = null;
    });
  };
  /** The time at which the next backup is due, in milliseconds since 1970. A backup dated in the future is ignored. */
  const dueAt = async () => {
    const now = clock.now();
    const newest = (await listBackups(store)).find(({ createdAt }) => createdAt <= now);
    const byAge = newest ? newest.createdAt + everyHours * HOUR : now;
    // A failure that seems to be in the future happened before the clock was corrected.
    const wasJustTried = failedAt !== null && failedAt <= now;
    return wasJustTried && failedAt !== null ? Math.max(byAge, failedAt + RETRY_AFTER) : byAge;
  };

  return {
    begin,
    async status() {
      const [backups, notes] = await Promise.all([listBackups(store), readNotes(store)]);
      return {
        folder: store.address,
        everyHours,
        keep,
        isRunning: running !== null,
        ...provedBackups(backups, notes),
        nextAt: everyHours === 0 ? null : new Date(await dueAt()).toISOString(),
        failure: lastFailure ?? notes.failure,
      };
    },
    async beginIfDue() {
      if (everyHours === 0 || running) return;
      if ((await dueAt()) <= clock.now()) begin();
    },
    async find(name) {
      const backup = (await listBackups(store)).find((each) => each.name === name);
      if (!backup) return null;
      return { size: backup.size, open: () => bodyOf(store, name) };
    },
    settled: async () => {
      await running;
    },
    async close() {
      closing.abort(new Error('The server is stopping'));
      await running;
    },
  };
}

/** The backups with the times at which they were verified, and the latest of these times. */
function provedBackups(
  backups: Awaited<ReturnType<typeof listBackups>>,
  { verified }: Pick<Awaited<ReturnType<typeof readNotes>>, 'verified'>,
): Pick<BackupStatus, 'backups' | 'lastVerifiedAt'> {
  const times = backups.map(({ name }) => verified[name] ?? null);
  const proved = times.filter((time) => time !== null).toSorted();
  return {
    backups: backups.map(({ name, size, createdAt }, index) => ({
      ...{ name, size, createdAt: new Date(createdAt).toISOString() },
      verifiedAt: times[index] ?? null,
    })),
    lastVerifiedAt: proved.at(-1) ?? null,
  };
}

async function bodyOf(store: BlobStore, name: string) {
  const read = await store.get(name);
  if (!read) throw new AppError('not_found');
  return read.body;
}

/** The whole path or address of a backup, as the command that makes it receives it. */
function placeOf({ folder, address }: BlobStore, name: string): string {
  return folder === null ? `${address}/${name}` : path.join(folder, name);
}
