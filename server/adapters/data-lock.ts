import path from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '#server/make-folder.ts';

/** The data folder belongs to another process. `message` is ready to be shown. */
export class DataFolderBusyError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Ninefold server. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = 'DataFolderBusyError';
  }
}

/**
 * Takes the data folder for this process: one server owns it, and `restore` refuses while it lives. The lock is
 * SQLite's own on an empty file, so the system lets go of it when the process dies, however it dies; a file with a
 * process id in it would lie after a reboot and in containers. Gives the function that lets go.
 * @throws DataFolderBusyError while another process holds it.
 */
export function lockDataFolder(folder: string): () => void {
  makeFolder(folder);
  const letGo = take(path.join(folder, 'server.lock'), ['begin exclusive']);
  if (!letGo) throw new DataFolderBusyError(folder);
  return letGo;
}

/** Takes the right to work on imports, which one process has at a time, however it dies; null while another has it. */
export function takeImports(folder: string): (() => void) | null {
  return take(path.join(folder, 'imports.lock'), ['begin exclusive']);
}

/** Takes the right to move blobs between stores, as `takeImports` does. */
export function takeBlobMoves(folder: string): (() => void) | null {
  makeFolder(folder);
  return take(path.join(folder, 'blobs-move.lock'), ['begin exclusive']);
}

/** Takes the right to publish the site of a data folder, as `takeImports` does. */
export function takePublication(folder: string): (() => void) | null {
  return take(path.join(folder, 'publish.lock'), ['begin exclusive']);
}

/** Milliseconds an import waits for a server that looks through the pictures at its start. */
const LOOK_TAKES = 30_000;
const pictureLock = (folder: string) => path.join(folder, 'pictures.lock');

/**
 * Says that pictures are being stored whose rows are not there yet, by a program beside the server; several may say so
 * at once. Gives the function that takes it back.
 */
export function sayPicturesCome(folder: string): () => void {
  const letGo = take(pictureLock(folder), ['begin', 'select count(*) from sqlite_schema'], LOOK_TAKES);
  if (!letGo) throw new DataFolderBusyError(folder);
  return letGo;
}

/** Keeps such programs waiting; null while there is one. */
export function keepPicturesAway(folder: string): (() => void) | null {
  return take(pictureLock(folder), ['begin exclusive']);
}

/** Milliseconds somebody else may change a blob of a folder: a look and a rename. */
const CHANGE_TAKES = 10_000;
/** What the file of that lock is called; no blob. */
export const CHANGES_LOCK = '.blobs.lock';

/** Takes the right to change what lies in a folder of blobs; gives the function that lets go. */
export function takeFolder(folder: string): () => void {
  const letGo = take(path.join(folder, CHANGES_LOCK), ['begin exclusive'], CHANGE_TAKES);
  if (!letGo) throw new DataFolderBusyError(folder);
  return letGo;
}

/** Takes a lock by these statements, of which the first waits for `timeout` milliseconds; null when it is another's. */
function take(file: string, statements: readonly string[], timeout = 0): (() => void) | null {
  const lock = new Database(file, { timeout });
  try {
    for (const statement of statements) lock.exec(statement);
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return () => lock.close();
}
