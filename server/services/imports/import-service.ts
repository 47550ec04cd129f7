import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Executor } from '#server/db/transaction.ts';
import { type AddressesAsked, listAddresses } from '#server/repositories/imports/import-addresses.ts';
import { countChanges } from '#server/repositories/imports/import-changes.ts';
import { type ItemsAsked, listItems } from '#server/repositories/imports/import-items.ts';
import {
  beginImport,
  findImport,
  type ImportRow,
  importsUnderWay,
  insertImport,
  listImports,
  updateImport,
  uploadsOver,
} from '#server/repositories/imports/imports.ts';
import type { Page } from '#server/repositories/paging.ts';
import {
  type ImportItem,
  type ImportLine,
  type ImportOptions,
  importOptions,
  type OldAddress,
  type SiteImport,
  UNDO_DAYS,
} from '#shared/contract/imports.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { asSiteImport } from './as-site-import.ts';
import { receiptJson, receiptMarkdown } from './receipt-text.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds for which a file is kept that was read but never imported. */
const FILE_RETENTION = 7 * DAY;
/** The number of imports that are listed. */
const MOST_LISTED = 100;

/**
 * Does the work for which an import is waiting; false when another process is working. If the work fails, rejects with
 * the reason.
 */
export type WorkOnImport = (id: number, signal: AbortSignal) => Promise<boolean>;

export interface ImportService {
  list(): Promise<ImportLine[]>;
  /** Throws AppError `not_found`. */
  get(id: number): Promise<SiteImport>;
  /**
   * Stores a file and begins to read it. A file that does not arrive completely leaves nothing on the disk. Throws
   * AppError `import_running`, `payload_too_large`, `storage_full`.
   */
  create(file: { name: string; bytes: Readable }): Promise<SiteImport>;
  /** Begins the import. Throws AppError `not_found`, `import_running`, `import_refused`. */
  run(id: number, options: ImportOptions): Promise<SiteImport>;
  /** Begins to undo the import. Throws as `run` does. */
  undo(id: number): Promise<SiteImport>;
  items(id: number, asked: ItemsAsked): Promise<Page<ImportItem>>;
  addresses(id: number, asked: AddressesAsked): Promise<Page<OldAddress>>;
  /** The receipt as a file. Throws AppError `not_found`. */
  receipt(id: number, form: 'markdown' | 'json'): Promise<{ name: string; text: AsyncGenerator<string> }>;
  /** Continues the work that a kill has interrupted, and deletes unneeded files. */
  resume(): Promise<void>;
  /** Resolves when nothing is running here. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface ImportServiceOptions {
  db: Executor;
  clock: Clock;
  /** The folder of uploaded files. */
  folder: string;
  /** The largest size of a file in bytes. */
  largest: number;
  work: WorkOnImport;
  onError: (error: unknown) => void;
}

/** Imports as the admin offers them: uploaded, read, run, verified and undone, one at a time. */
export function createImportService(options: ImportServiceOptions): ImportService {
  const { db, clock } = options;
  const worker = createWorker(options);
  const get = async (id: number): Promise<ImportRow> => {
    const row = await findImport(db, id);
    if (!row) throw new AppError('not_found');
    return row;
  };
  const shown = async (id: number): Promise<SiteImport> =>
    asSiteImport(await get(id), clock.now(), await countChanges(db, id));
  const refuseSecond = async () => {
    if (worker.isBusy() || (await importsUnderWay(db)).length > 0) throw new AppError('import_running');
  };
  const begin = async (
    id: number,
    ...how: Parameters<typeof beginImport> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => {
    await refuseSecond();
    if (!(await beginImport(db, id, ...how))) throw new AppError('import_refused');
    worker.start(id);
    return shown(id);
  };
  return {
    async list() {
      const rows = await listImports(db, MOST_LISTED);
      return Promise.all(rows.map(async (row) => lineOf(row, clock.now(), await countChanges(db, row.id))));
    },
    get: shown,
    async create({ name, bytes }) {
      try {
        await refuseSecond();
        const id = await takeIn(options, name, bytes);
        worker.start(id);
        return await shown(id);
      } finally {
        // The rest of the upload is read and discarded: a browser receives the answer only after it has sent
        // everything.
        bytes.resume();
      }
    },
    async run(id, chosen) {
      const row = await get(id);
      if (row.path === null)
        throw new AppError('import_refused', { message: 'Its file is not here any more. Begin a new import with it.' });
      return begin(id, ['ready', 'failed'], { state: 'running', options: JSON.stringify(chosen), fault: null });
    },
    async undo(id) {
      const { undoUntil, state } = await shown(id);
      if (undoUntil === null && (state === 'done' || state === 'failed')) {
        throw new AppError('import_refused', {
          message: `An import can be undone for ${UNDO_DAYS} days, where it has changed something.`,
        });
      }
      return begin(id, ['done', 'failed'], { state: 'undoing', fault: null });
    },
    async items(id, asked) {
      await get(id);
      return listItems(db, id, asked);
    },
    async addresses(id, asked) {
      await get(id);
      return listAddresses(db, id, asked);
    },
    async receipt(id, form) {
      const about = await shown(id);
      const name = `import-${id}-receipt.${form === 'json' ? 'json' : 'md'}`;
      return { name, text: form === 'json' ? receiptJson(db, about) : receiptMarkdown(db, about) };
    },
    async resume() {
      await sweepFiles(options);
      const [first] = await importsUnderWay(db);
      if (first) worker.start(first.id);
    },
    settled: worker.settled,
    close: worker.close,
  };
}

/** An import without the data that only its own screen shows. */
function lineOf(row: ImportRow, now: number, changes: number): ImportLine {
  const { plan: _plan, undone: _undone, options: _options, ...line } = asSiteImport(row, now, changes);
  return line;
}

/** Stores a complete file, and creates its import; returns the id. A file that is waiting for the owner is removed. */
async function takeIn(options: ImportServiceOptions, name: string, bytes: Readable): Promise<number> {
  const { db, clock, folder, largest } = options;
  const file = path.join(folder, randomUUID(), 'files', fileName(name));
  await store(file, bytes, largest);
  await forgetWaiting(db);
  const settings = JSON.stringify(importOptions.parse({}));
  const row = { state: 'reading', name, path: file, is_upload: 1, options: settings } as const;
  const { id } = await insertImport(db, row, clock.now());
  await sweepFiles(options);
  return id;
}

/** Does one piece of work at a time; if the work itself ends unexpectedly, this is recorded. */
function createWorker({ db, work, onError }: ImportServiceOptions) {
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  const run = async (id: number) => {
    try {
      await work(id, closing.signal);
    } catch (error) {
      if (closing.signal.aborted) return;
      onError(error);
      await noteDeath(db, id);
    }
  };
  return {
    isBusy: () => running !== null,
    start(id: number) {
      if (running || closing.signal.aborted) return;
      running = run(id)
        .catch(onError)
        .finally(() => {
          running = null;
        });
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

/** A process that died has left its import in a running state; this corrects the state. */
async function noteDeath(db: Executor, id: number): Promise<void> {
  const row = await findImport(db, id);
  if (row?.state === 'undoing') await updateImport(db, id, { state: 'done', progress: null });
  if (row?.state !== 'reading' && row?.state !== 'running') return;
  const fault = 'The program that did it was ended. What is in is in; go on with the import.';
  await updateImport(db, id, { state: 'failed', progress: null, fault });
}

/** Removes a file that is waiting for the owner, in favour of a new one. */
async function forgetWaiting(db: Executor): Promise<void> {
  for (const row of await listImports(db, MOST_LISTED)) {
    if (row.state !== 'ready') continue;
    if (row.path) await rm(folderOf(row.path), { recursive: true, force: true });
    await updateImport(db, row.id, {
      state: 'failed',
      path: null,
      fault: 'A newer file has taken its place. Nothing was imported.',
    });
  }
}

/** Deletes unneeded files, including those that belong to no import. */
async function sweepFiles({ db, clock, folder }: ImportServiceOptions): Promise<void> {
  for (const row of await uploadsOver(db, clock.now() - FILE_RETENTION)) {
    if (row.path) await rm(folderOf(row.path), { recursive: true, force: true });
    await updateImport(db, row.id, { path: null });
  }
  const known = new Set(
    (await listImports(db, MOST_LISTED)).flatMap((row) => (row.path ? path.basename(folderOf(row.path)) : [])),
  );
  for (const name of await readdir(folder).catch(() => [])) {
    if (!known.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Each upload has a folder of its own, and its file is in a subfolder of it, so that code that looks beside and above
 * the file finds nothing else.
 */
const folderOf = (file: string) => path.dirname(path.dirname(file));

/** Writes a file completely, or not at all. */
async function store(file: string, bytes: Readable, largest: number): Promise<void> {
  let size = 0;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await pipeline(
      bytes,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > largest) throw tooLarge(largest);
          yield chunk;
        }
      },
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
    if ('truncated' in bytes && bytes.truncated) throw tooLarge(largest);
    if (size === 0) throw new AppError('bad_request', { message: 'The file is empty.' });
  } catch (error) {
    await rm(folderOf(file), { recursive: true, force: true });
    if (isDiskFull(error)) throw new AppError('storage_full', { cause: error });
    throw error;
  }
}

function tooLarge(largest: number): AppError {
  const gigabytes = Number((largest / 1024 ** 3).toFixed(3));
  return new AppError('payload_too_large', { message: `A file may have ${gigabytes} GB at the most (IMPORT_MAX_GB).` });
}

/** The extension of the file decides how it is read; the rest of the name may be anything. */
function fileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '');
  return plain.slice(-100) || 'file';
}
