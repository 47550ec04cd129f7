import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a small file completely or not at all, readable only by the owner of the account. It is synchronous because it
 * is also called while the app quits. Throws the errors of the disk.
 */
export function writeFileAtomically(file: string, content: Uint8Array | string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.partial`;
  try {
    writeFileSync(partial, content, { mode: 0o600, flush: true });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Returns a file's bytes; null when the file does not exist. Throws for any other error. */
export function readFileIfExists(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Renames a file that cannot be parsed, so that nothing overwrites it. Returns its new name. */
export function setAside(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${file}.damaged-${stamp}`;
  renameSync(file, aside);
  return aside;
}
