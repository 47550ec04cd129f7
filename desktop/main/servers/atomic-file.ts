import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a small file whole or not at all, readable by the owner of the account alone. Synchronous: it is called
 * while the app quits, too. Throws what the disk says.
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

/** A file's bytes; null when it is not there. Throws for anything else. */
export function readFileIfExists(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Renames a file that cannot be understood, so that nothing overwrites it; answers its new name. */
export function setAside(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${file}.damaged-${stamp}`;
  renameSync(file, aside);
  return aside;
}
