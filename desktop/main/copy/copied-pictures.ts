import type { Clock } from '#shared/kernel/clock.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import type { Log } from '../log.ts';
import { forgetCacheFile, guardedBy, openCacheFile } from '../store/cache-file.ts';
import { pictureOfFile } from './pictures-of-post.ts';

/** One stored file of a picture. */
export interface KeptPicture {
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

/**
 * Pictures of the site on this computer, never more bytes than the owner allows. After an error, a picture counts as
 * not stored.
 */
export interface PictureStore {
  /** Returns the file of this name; if it is not here, the widest other file of the same picture. */
  find(filename: string): (KeptPicture & { isOther: boolean }) | null;
  hasPicture(filename: string): boolean;
  /**
   * Stores a picture that the page was shown, if there is room or if files of pictures that rank no higher can make
   * room.
   */
  keep(filename: string, picture: KeptPicture): void;
  /**
   * Stores a picture that nobody has asked for yet, if there is room or if files of lower-ranking pictures can make
   * room. Returns `full` when these are too few, and then none of them is removed; `disk-full` when the disk has no
   * room.
   */
  add(filename: string, picture: KeptPicture): Added;
  /**
   * Sets the ranks of pictures from now on, by their {@link pictureOfFile} names. Pictures that are not in the map rank
   * lowest.
   */
  rank(ranks: ReadonlyMap<string, number>): void;
  /** Returns how many of the ranked pictures are here. */
  rankedHere(): number;
  bytes(): number;
  setLimit(bytes: number): void;
  clear(): void;
  close(): void;
}

/** `made-room`: the picture is stored, and others were removed for it. */
export type Added = 'kept' | 'made-room' | 'full' | 'too-large' | 'disk-full' | 'failed';

interface PictureStoreOptions {
  file: string;
  clock: Clock;
  log: Log;
  /** The most bytes that all files together may have. */
  limit: number;
}

const NAME = 'Pictures';
const TABLES = `
  create table if not exists pictures (
    name text primary key, picture text not null, type text not null, body blob not null,
    size integer not null, used_at integer not null
  ) strict;
  create index if not exists pictures_picture on pictures (picture, size);
  drop index if exists pictures_used;
  create index if not exists pictures_order on pictures (picture, used_at, name, size);
  -- Apart from the files: a rank that changes does not write a picture again.
  create table if not exists ranks (picture text primary key, rank integer not null) strict, without rowid;`;
/** The precision of "lately used", in milliseconds: looking at the same list all day does not write all day. */
const USED_STEP = 60_000;
/** SQLite stores whole pages, so the size of a file on the disk is counted in pages of this many bytes. */
const PAGE = 4096;
/** The most bytes in memory, used when the disk cannot be written. */
const MOST_IN_MEMORY = 64 * 1024 * 1024;
/** The rank of a picture that no post shows. */
const UNRANKED = 0;
/** The largest share of the limit that one file may have. */
const LARGEST = 1 / 8;

export function openPictureStore({ file, clock, log, limit: firstLimit }: PictureStoreOptions): PictureStore {
  let allowed = firstLimit;
  let open = openAt(file, log);
  let bytes = open.size.get() ?? 0;

  const limitNow = () => (open.db.memory ? Math.min(allowed, MOST_IN_MEMORY) : allowed);
  const guarded = guardedBy({ log, name: NAME });
  const insert = (filename: string, { type, body }: KeptPicture) => {
    const size = sizeOnDisk(body);
    const before = open.sizeOf.get(filename) ?? 0;
    open.put.run(filename, pictureOfFile(filename), type, body, size, clock.now());
    bytes += size - before;
  };
  /**
   * Removes files until there are `wanted` bytes of room: the lowest ranks first and, within one rank, the least lately
   * used first. Returns false when the files that rank under `below` are too few; then all of them stay.
   */
  const makeRoom = (wanted: number, below: number): boolean => {
    const lacking = bytes + wanted - limitNow();
    const going = lacking <= 0 ? [] : lowestUnder(open, lacking, below);
    if (going === null) return false;
    open.db.transaction(() => {
      for (const { name } of going) open.drop.run(name);
    })();
    for (const { size } of going) bytes -= size;
    return true;
  };
  const isTooLarge = ({ body }: KeptPicture) => body.length > limitNow() * LARGEST;
  const rankOf = (filename: string) => open.rankOf.get(pictureOfFile(filename)) ?? UNRANKED;

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
        if (isTooLarge(picture) || !makeRoom(sizeOnDisk(picture.body), rankOf(filename) + 1)) return;
        insert(filename, picture);
      }),
    add(filename, picture) {
      if (isTooLarge(picture)) return 'too-large';
      const before = bytes;
      try {
        if (!makeRoom(sizeOnDisk(picture.body), rankOf(filename))) return 'full';
        const outcome = bytes < before ? 'made-room' : 'kept';
        insert(filename, picture);
        return outcome;
      } catch (error) {
        log.warn(`${NAME}: writing failed`, error);
        return isDiskFull(error) ? 'disk-full' : 'failed';
      }
    },
    rank: (ranks) => guarded('ranking failed', undefined, () => storeRanks(open, ranks)),
    rankedHere: () => guarded('reading failed', 0, () => open.rankedHere.get() ?? 0),
    bytes: () => bytes,
    setLimit(next) {
      allowed = next;
      guarded('making room failed', undefined, () => {
        makeRoom(0, Number.POSITIVE_INFINITY);
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

/**
 * Returns the files to remove for this many bytes of room, the lowest first; null when the files that rank under
 * `below` are too few.
 */
function lowestUnder({ lowestFirst }: Opened, wanted: number, below: number): LowRow[] | null {
  const going: LowRow[] = [];
  let lacking = wanted;
  for (const row of lowestFirst.iterate()) {
    if (lacking <= 0 || row.rank >= below) break;
    going.push(row);
    lacking -= row.size;
  }
  return lacking > 0 ? null : going;
}

function storeRanks(open: Opened, ranks: ReadonlyMap<string, number>): void {
  const known = new Map(open.ranks.all());
  open.db.transaction(() => {
    for (const [picture] of known) if (!ranks.has(picture)) open.unrank.run(picture);
    for (const [picture, rank] of ranks) {
      const counted = Math.max(UNRANKED + 1, Math.floor(rank));
      if (known.get(picture) !== counted) open.rank.run(picture, counted);
    }
  })();
}

const sizeOnDisk = (body: Uint8Array) => Math.ceil((body.length + 200) / PAGE) * PAGE;

interface Row {
  name: string;
  type: string;
  body: Buffer;
  used_at: number;
}

interface LowRow {
  name: string;
  size: number;
  rank: number;
}

type Opened = ReturnType<typeof openAt>;

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
    lowestFirst: db.prepare<[], LowRow>(
      `select p.name, p.size, coalesce(r.rank, ${UNRANKED}) as rank
       from pictures p left join ranks r on r.picture = p.picture order by rank, p.used_at, p.name`,
    ),
    drop: db.prepare<[string]>('delete from pictures where name = ?'),
    ranks: db.prepare<[], [string, number]>('select picture, rank from ranks').raw(),
    rankOf: db.prepare<[string], number>('select rank from ranks where picture = ?').pluck(),
    rank: db.prepare<[string, number]>('insert or replace into ranks (picture, rank) values (?, ?)'),
    unrank: db.prepare<[string]>('delete from ranks where picture = ?'),
    rankedHere: db
      .prepare<[], number>(
        'select count(*) from ranks r where exists (select 1 from pictures p where p.picture = r.picture)',
      )
      .pluck(),
  };
}
