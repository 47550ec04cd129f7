import path from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '#server/make-folder.ts';

/** The error that another process owns the data folder. `message` is ready to be shown. */
export class DataFolderBusyError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Ninefold server. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = 'DataFolderBusyError';
  }
}

/**
 * Takes the data folder for this process: one server owns it, and `restore` refuses while that server lives. The lock
 * is SQLite's own on an empty file, so the system releases it when the process dies, in whatever way; a file with a
 * process id would be left behind after a reboot and in containers. Returns the function that releases the lock.
 * @throws DataFolderBusyError while another process holds it.
 */
export function lockDataFolder(folder: string): () => void {
  makeFolder(folder);
  const letGo = take(path.join(folder, 'server.lock'), ['begin exclusive']);
  if (!letGo) throw new DataFolderBusyError(folder);
  return letGo;
}

/**
 * Takes the lock for work on imports. One process has it at a time, and loses it when it dies, in whatever way; null
 * while another has it.
 */
export function takeImports(folder: string): (() => void) | null {
  return take(path.join(folder, 'imports.lock'), ['begin exclusive']);
}

/** Takes the lock for moving blobs between stores, as `takeImports` does. */
export function takeBlobMoves(folder: string): (() => void) | null {
  makeFolder(folder);
  return take(path.join(folder, 'blobs-move.lock'), ['begin exclusive']);
}

/** Takes the lock for publishing the site of a data folder, as `takeImports` does. */
export function takePublication(folder: string): (() => void) | null {
  return take(path.join(folder, 'publish.lock'), ['begin exclusive']);
}

/** Milliseconds that an import waits for a server that checks the pictures at its start. */
const LOOK_TAKES = 30_000;
const pictureLock = (folder: string) => path.join(folder, 'pictures.lock');

/**
 * Announces that a program other than the server is storing pictures that have no rows yet; several programs may do so
 * at once. Returns the function that ends the announcement.
 */
export function sayPicturesCome(folder: string): () => void {
  const letGo = take(pictureLock(folder), ['begin', 'select count(*) from sqlite_schema'], LOOK_TAKES);
  if (!letGo) throw new DataFolderBusyError(folder);
  return letGo;
}

/** Keeps such programs waiting; null while one of them is storing pictures. */
export function keepPicturesAway(folder: string): (() => void) | null {
  return take(pictureLock(folder), ['begin exclusive']);
}

/** Milliseconds that another holder of the lock may take to change a blob of a folder: a look and a rename. */
const CHANGE_TAKES = 10_000;
/** The name of that lock's file, which is not a blob. */
export const CHANGES_LOCK = '.blobs.lock';

/** Takes the lock for changing a folder of blobs; returns the function that releases it. */
export function takeFolder(folder: string): () => void {
  const letGo = take(path.join(folder, CHANGES_LOCK), ['begin exclusive'], CHANGE_TAKES);
  if (!letGo) throw new DataFolderBusyError(folder);
  return letGo;
}

/**
 * Takes a lock by these statements, which wait for at most `timeout` milliseconds; null when another process holds it.
 */
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
