import type { Clock } from '#shared/kernel/clock.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import type { Log } from '../log.ts';
import { forgetCacheFile, guardedBy, openCacheFile } from '../store/cache-file.ts';
import { pictureOfFile } from './pictures-of-post.ts';

/** A file of a picture. */
export interface KeptPicture {
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

/** Pictures of the site on this computer, never more bytes than the owner allows. What goes wrong counts as nothing kept. */
export interface PictureStore {
  /** The file of this name; where it is not here, the widest other one of the same picture. */
  find(filename: string): (KeptPicture & { isOther: boolean }) | null;
  hasPicture(filename: string): boolean;
  /** What the page was shown: it is kept, and the least lately used go where there is no more room. */
  keep(filename: string, picture: KeptPicture): void;
  /** What nobody asked for yet: `full` where there is no room left for it, `disk-full` where the disk has none. */
  add(filename: string, picture: KeptPicture): 'kept' | 'full' | 'disk-full' | 'failed';
  /** Lets go of pictures that are none of these. Answers how many went. */
  dropOthers(isUsed: (picture: string) => boolean): number;
  bytes(): number;
  setLimit(bytes: number): void;
  clear(): void;
  close(): void;
}

interface PictureStoreOptions {
  file: string;
  clock: Clock;
  log: Log;
  /** Bytes of all files together. */
  limit: number;
}

const NAME = 'Pictures';
const TABLES = `
  create table if not exists pictures (
    name text primary key, picture text not null, type text not null, body blob not null,
    size integer not null, used_at integer not null
  ) strict;
  create index if not exists pictures_picture on pictures (picture, size);
  create index if not exists pictures_used on pictures (used_at, name, size);`;
/** How exact "lately" is: whoever looks at the same list all day does not write all day. */
const USED_STEP = 60_000;
/** SQLite keeps whole pages: what a file takes on the disk is counted in them. */
const PAGE = 4096;
/** Bytes that are kept where the disk takes none. */
const MOST_IN_MEMORY = 64 * 1024 * 1024;
/** Of the limit one file may have. */
const LARGEST = 1 / 8;

export function openPictureStore({ file, clock, log, limit: firstLimit }: PictureStoreOptions): PictureStore {
  let allowed = firstLimit;
  let open = openAt(file, log);
  let bytes = open.size.get() ?? 0;

  const limitNow = () => (open.db.memory ? Math.min(allowed, MOST_IN_MEMORY) : allowed);
  const guarded = guardedBy({ log, name: NAME });
  const insert = (filename: string, { type, body }: KeptPicture) => {
    const size = Math.ceil((body.length + 200) / PAGE) * PAGE;
    const before = open.sizeOf.get(filename) ?? 0;
    open.put.run(filename, pictureOfFile(filename), type, body, size, clock.now());
    bytes += size - before;
  };
  const makeRoom = () => {
    const limit = limitNow();
    while (bytes > limit) {
      const oldest = open.dropOldest.get();
      if (oldest === undefined) break;
      bytes -= oldest;
    }
  };

  return {
    find: (filename) =>
      guarded('reading failed', null, () => {
        const exact = open.find.get(filename);
        const row = exact ?? open.findOther.get(pictureOfFile(filename));
        if (!row) return null;
        const now = clock.now();
        if (Math.abs(now - row.used_at) > USED_STEP) open.use.run(now, row.name);
        return { type: row.type, body: new Uint8Array(row.body), isOther: exact === undefined };
      }),
    hasPicture: (filename) =>
      guarded('reading failed', false, () => open.has.get(pictureOfFile(filename)) !== undefined),
    keep: (filename, picture) =>
      guarded('writing failed', undefined, () => {
        if (picture.body.length > limitNow() * LARGEST) return;
        insert(filename, picture);
        makeRoom();
      }),
    add(filename, picture) {
      const limit = limitNow();
      if (bytes + picture.body.length > limit || picture.body.length > limit * LARGEST) return 'full';
      try {
        insert(filename, picture);
        return 'kept';
      } catch (error) {
        log.warn(`${NAME}: writing failed`, error);
        return isDiskFull(error) ? 'disk-full' : 'failed';
      }
    },
    dropOthers: (isUsed) =>
      guarded('making room failed', 0, () => {
        const others = open.pictures.all().filter((picture) => !isUsed(picture));
        open.db.transaction(() => {
          for (const picture of others) open.drop.run(picture);
        })();
        bytes = open.size.get() ?? 0;
        return others.length;
      }),
    bytes: () => bytes,
    setLimit(next) {
      allowed = next;
      guarded('making room failed', undefined, () => {
        makeRoom();
        open.db.pragma('incremental_vacuum');
      });
    },
    clear: () =>
      guarded('forgetting failed', undefined, () => {
        forgetCacheFile(open.db, file);
        open = openAt(file, log);
        bytes = open.size.get() ?? 0;
      }),
    close: () => guarded('closing failed', undefined, () => void open.db.close()),
  };
}

interface Row {
  name: string;
  type: string;
  body: Buffer;
  used_at: number;
}

function openAt(file: string, log: Log) {
  const db = openCacheFile({ file, log, name: NAME, tables: TABLES, isShrinking: true });
  return {
    db,
    find: db.prepare<[string], Row>('select name, type, body, used_at from pictures where name = ?'),
    findOther: db.prepare<[string], Row>(
      'select name, type, body, used_at from pictures where picture = ? order by size desc limit 1',
    ),
    has: db.prepare<[string], number>('select 1 from pictures where picture = ? limit 1').pluck(),
    use: db.prepare<[number, string]>('update pictures set used_at = ? where name = ?'),
    put: db.prepare<[string, string, string, Uint8Array, number, number]>(
      'insert or replace into pictures (name, picture, type, body, size, used_at) values (?, ?, ?, ?, ?, ?)',
    ),
    sizeOf: db.prepare<[string], number>('select size from pictures where name = ?').pluck(),
    size: db.prepare<[], number>('select coalesce(sum(size), 0) from pictures').pluck(),
    dropOldest: db
      .prepare<[], number>(
        'delete from pictures where name = (select name from pictures order by used_at, name limit 1) returning size',
      )
      .pluck(),
    pictures: db.prepare<[], string>('select distinct picture from pictures').pluck(),
    drop: db.prepare<[string]>('delete from pictures where picture = ?'),
  };
}
