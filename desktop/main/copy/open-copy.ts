import type { Database } from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import { isDamage } from '../store/open-database.ts';
import { type CopyPlace, createPlaceRow } from './copy-place.ts';
import { createDraftIndex, type DraftIndex } from './draft-index.ts';
import { openCopyDatabase, removeCopyDatabase, setDamagedAside } from './open-copy-database.ts';
import { createPostTable, type PostTable } from './post-table.ts';

/** The parts of the database, while it is open. */
export interface OpenCopy {
  readonly sqlite: Database;
  readonly posts: PostTable;
  readonly drafts: DraftIndex;
  place(): CopyPlace;
  setPlace(change: Partial<CopyPlace>): void;
}

/**
 * The copy's database. A database that turns out to be damaged is replaced, but the call that found the damage still
 * throws.
 */
export interface CopyFile {
  /** Returns the reason why nothing can be stored; null when all is well. */
  problem(): string | null;
  /** Reads from the database; returns `otherwise` when reading fails. */
  read<T>(otherwise: T, run: (open: OpenCopy) => T): T;
  /** Writes in one transaction: everything or nothing. */
  write<T>(run: (open: OpenCopy) => T): T;
  /** Replaces the database by an empty one. */
  replace(): void;
  close(): void;
}

export function openCopyFile(file: string, clock: Clock, log: Log): CopyFile {
  let { open, problem } = openAt(file, clock, log);

  function reopen(): void {
    ({ open, problem } = openAt(file, clock, log));
  }
  function replaceDamaged(error: unknown): void {
    if (!isDamage(error) || problem !== null) return;
    log.warn('The copy of the site is damaged', error);
    open.sqlite.close();
    setDamagedAside(file, clock, log);
    reopen();
  }
  return {
    problem: () => problem,
    read(otherwise, run) {
      try {
        return run(open);
      } catch (error) {
        log.warn('The copy of the site cannot be read', error);
        replaceDamaged(error);
        return otherwise;
      }
    },
    write(run) {
      try {
        return open.sqlite.transaction(() => run(open)).immediate();
      } catch (error) {
        replaceDamaged(error);
        throw error;
      }
    },
    replace() {
      open.sqlite.close();
      try {
        removeCopyDatabase(file);
      } catch (error) {
        log.error('The copy of the site cannot be removed', error);
      }
      reopen();
    },
    close: () => {
      open.sqlite.close();
    },
  };
}

function openAt(file: string, clock: Clock, log: Log): { open: OpenCopy; problem: string | null } {
  const { sqlite, problem } = openCopyDatabase(file, clock, log);
  try {
    return { open: opened(sqlite), problem };
  } catch (error) {
    // The database has the schema version that it claims, and still cannot be used.
    log.warn('The copy of the site is damaged', error);
    sqlite.close();
    setDamagedAside(file, clock, log);
    const anew = openCopyDatabase(file, clock, log);
    return { open: opened(anew.sqlite), problem: anew.problem };
  }
}

function opened(sqlite: Database): OpenCopy {
  const { get: place, set: setPlace } = createPlaceRow(sqlite);
  return { sqlite, posts: createPostTable(sqlite), drafts: createDraftIndex(sqlite), place, setPlace };
}
