import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder that somebody has named, and those above it, where they do not exist. Node's own option
 * (`recursive`) never ends where the system answers ENOENT although the folder above exists, as it does in /proc.
 * Throws the system's error.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (name: string) => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
