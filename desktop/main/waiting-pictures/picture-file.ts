import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Clock } from '#shared/kernel/clock.ts';
import { PICTURE_TYPES } from '#shared/kernel/picture-types.ts';
import type { Log } from '../log.ts';
import { openDatabase } from '../store/open-database.ts';
import { readCopy } from '../store/read-damaged.ts';
import { pictureSchema } from './picture-schema.ts';

/** A picture as it was given. */
export interface GivenPicture {
  /** A UUID: the picture's name on this computer, and the Idempotency-Key of its first upload. */
  id: string;
  /** The original name of the file. */
  name: string;
  /** Its media type, detected from its bytes. */
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

/** The words about a picture that the library stores. */
export interface PictureWords {
  title: string;
  alt: string;
  focus: string;
}

/** A picture that is or was on this computer; times are in milliseconds since 1970, `size` is in bytes. */
export interface WaitingPicture extends PictureWords {
  id: string;
  seq: number;
  /** The Idempotency-Key of its upload. */
  key: string;
  name: string;
  type: string;
  size: number;
  createdAt: number;
  /** Its address at the server, once it has been sent. */
  url: string | null;
  isPlaced: boolean;
  fault: string | null;
  namedAt: number | null;
}

/** The waiting pictures of one site on this computer. Each write is on the disk when it returns, or throws. */
export interface PictureFile {
  /** Returns the current notice for the owner about the file; null when all is well. */
  notice(): string | null;
  /** Returns a damaged file that was set aside; null when there is none. */
  damagedFile(): string | null;
  /**
   * Returns all pictures in the order in which they were given, including those that are at the server and whose local
   * address may still be requested.
   */
  all(): WaitingPicture[];
  find(id: string): WaitingPicture | null;
  body(id: string): Uint8Array<ArrayBuffer> | null;
  /** Stores a picture. Throws the errors of SQLite and the system; then nothing of it is stored. */
  keep(picture: GivenPicture): WaitingPicture;
  describe(id: string, words: Partial<PictureWords>): void;
  refuse(id: string, fault: string): void;
  /** Marks a refused picture to be sent again, as another upload: the server gives the same answer to the same key. */
  retry(id: string): void;
  /** Notes that the picture is at the server under this address. */
  sent(id: string, url: string): void;
  /** Notes that every draft has the server's address, and drops the file itself. */
  placed(id: string): void;
  named(id: string): void;
  remove(id: string): void;
  /** Gives the space of dropped pictures back to the disk, if no large file would have to be rewritten for it. */
  shrink(): void;
  close(): void;
}

const COLUMNS = `seq, id, key, name, type, size, title, alt, focus, created_at as createdAt, url, is_placed as isPlaced, fault,
  named_at as namedAt`;

type Row = Omit<WaitingPicture, 'isPlaced'> & { isPlaced: number };
const pictureOf = ({ isPlaced, ...row }: Row): WaitingPicture => ({ ...row, isPlaced: isPlaced === 1 });

interface PictureFileOptions {
  file: string;
  clock: Clock;
  log: Log;
}

/**
 * Opens the file if there is one, otherwise when there is a picture to store. Until then nothing throws: a file that
 * cannot be opened counts as empty, its notice says so, and every call tries to open it again.
 */
export function openPictureFile(options: PictureFileOptions): PictureFile {
  const { file, clock, log } = options;
  let opened: ReturnType<typeof statements> | null = null;
  let notice: string | null = null;
  let damagedFile: string | null = null;
  const open = () => {
    if (opened) return opened;
    try {
      const { sqlite, ...found } = openWithRest(options);
      ({ notice, damagedFile } = found);
      opened = statements(sqlite);
      return opened;
    } catch (error) {
      const words = notOpened(error);
      // Reported once: each further try would report the same.
      if (notice !== words) log.error('The pictures that wait cannot be opened', error);
      notice = words;
      throw error;
    }
  };
  const whereThere = <T>(otherwise: T, run: (open: ReturnType<typeof statements>) => T): T => {
    if (!opened && !existsSync(file)) return otherwise;
    try {
      return run(open());
    } catch (error) {
      if (opened) log.error('The pictures that wait cannot be read', error);
      return otherwise;
    }
  };
  const shrink = () => {
    try {
      if (opened?.isEmpty.get() === 1) opened.sqlite.exec('vacuum');
    } catch (error) {
      log.warn('Pictures that were sent still have their place on the disk', error);
    }
  };
  const find = (id: string) => whereThere(null, ({ one }) => one.get(id) ?? null);

  // Opened now, so that the notice is known before a page asks for it.
  whereThere(null, () => null);
  return {
    notice: () => notice,
    damagedFile: () => damagedFile,
    all: () => whereThere<WaitingPicture[]>([], ({ all }) => all.all().map(pictureOf)),
    find(id) {
      const row = find(id);
      return row && pictureOf(row);
    },
    body: (id) =>
      whereThere(null, ({ body }) => {
        const bytes = body.get(id);
        return bytes ? new Uint8Array(bytes) : null;
      }),
    keep({ id, name, type, body }) {
      const { insert, one } = open();
      insert.run(id, id, name, type, body.length, body, clock.now());
      const row = one.get(id);
      if (!row) throw new Error('The picture is not there');
      return pictureOf(row);
    },
    describe(id, { title, alt, focus }) {
      open().describe.run({ id, title: title ?? null, alt: alt ?? null, focus: focus ?? null });
    },
    refuse: (id, fault) => void open().refuse.run(fault, id),
    retry: (id) => void open().retry.run(randomUUID(), id),
    sent: (id, url) => void open().sent.run(url, id),
    placed: (id) => void open().placed.run(id),
    named: (id) => void open().named.run(clock.now(), id),
    remove: (id) => void open().remove.run(id),
    shrink,
    close() {
      shrink();
      opened?.sqlite.close();
    },
  };
}

/**
 * Opens the database. If it was damaged, the new one gets everything that can still be read of it. Throws as
 * `openDatabase` does.
 */
function openWithRest({ file, clock, log }: PictureFileOptions) {
  const { sqlite, damaged } = openDatabase(file, clock, pictureSchema);
  if (damaged === null) return { sqlite, notice: null, damagedFile: null };
  const count = readCopy(damaged.file, (copy) => takeRest(copy, sqlite)) ?? 0;
  const notice = damageNotice(path.basename(damaged.file), count);
  log.warn(`${notice} (${damaged.file}: ${damaged.how})`);
  return { sqlite, notice, damagedFile: damaged.file };
}

const given = z.string();
const time = z.int();
/** An undamaged row. */
const storedRow = z
  .object({
    ...{
      seq: z.int(),
      id: z.uuid(),
      key: given,
      name: given,
      type: z.string().refine((type) => PICTURE_TYPES.has(type)),
    },
    ...{ size: z.int(), title: given, alt: given, focus: given, created_at: time, url: given.nullable() },
    ...{ is_placed: z.union([z.literal(0), z.literal(1)]), fault: given.nullable(), named_at: time.nullable() },
    body: z.instanceof(Uint8Array).nullable(),
  })
  .refine(({ body, size, is_placed }) => (body === null ? is_placed === 1 : body.length === size));
const STORED = Object.keys(storedRow.shape);

/** Copies the rows before and after the damage into the new database. Returns the number of pictures in them. */
function takeRest(from: Database, to: Database): number {
  const put = to.prepare(`insert or ignore into pictures (${STORED}) values (${STORED.map((name) => `@${name}`)})`);
  let count = 0;
  for (const order of ['asc', 'desc']) {
    try {
      for (const row of from.prepare(`select ${STORED} from pictures not indexed order by seq ${order}`).iterate()) {
        const { data } = storedRow.safeParse(row);
        if (data && put.run(data).changes > 0 && data.body) count += 1;
      }
      break;
    } catch {
      // Rows that are not copied now are still in the damaged file.
    }
  }
  return count;
}

function damageNotice(name: string, count: number): string {
  const found = count === 1 ? '1 picture' : `${count.toLocaleString('en-US')} pictures`;
  return [
    'The file in which this computer keeps pictures until they are sent was damaged, and a new one was begun.',
    count === 0 ? 'No picture in it could be read.' : `${found} could be read and ${count === 1 ? 'is' : 'are'} here.`,
    `Put in again what is missing. The damaged file was kept as ${name}.`,
  ].join(' ');
}

function notOpened(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The file in which this computer keeps pictures until they are sent cannot be opened, so none can be kept here: ${why.replace(/\.?$/, '.')}`;
}

function statements(sqlite: Database) {
  return {
    sqlite,
    all: sqlite.prepare<[], Row>(`select ${COLUMNS} from pictures order by seq`),
    one: sqlite.prepare<[string], Row>(`select ${COLUMNS} from pictures where id = ?`),
    body: sqlite.prepare<[string], Buffer | null>('select body from pictures where id = ?').pluck(),
    insert: sqlite.prepare<[string, string, string, string, number, Uint8Array, number]>(
      'insert into pictures (id, key, name, type, size, body, created_at) values (?, ?, ?, ?, ?, ?, ?)',
    ),
    describe: sqlite.prepare<[{ id: string } & { [Word in keyof PictureWords]: string | null }]>(
      `update pictures set title = coalesce(@title, title), alt = coalesce(@alt, alt), focus = coalesce(@focus, focus)
       where id = @id`,
    ),
    refuse: sqlite.prepare<[string, string]>('update pictures set fault = ? where id = ?'),
    retry: sqlite.prepare<[string, string]>(
      'update pictures set fault = null, key = ? where id = ? and fault is not null',
    ),
    sent: sqlite.prepare<[string, string]>('update pictures set url = ?, fault = null where id = ?'),
    placed: sqlite.prepare<[string]>('update pictures set is_placed = 1, body = null where id = ?'),
    named: sqlite.prepare<[number, string]>('update pictures set named_at = ? where id = ?'),
    remove: sqlite.prepare<[string]>('delete from pictures where id = ?'),
    isEmpty: sqlite.prepare<[], number>('select not exists (select 1 from pictures where body is not null)').pluck(),
  };
}
