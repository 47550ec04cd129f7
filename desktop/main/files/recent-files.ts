import path from 'node:path';
import { z } from 'zod';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';

const MOST = 10;
const stored = z.array(z.string().min(1).max(4096)).max(MOST);

/** The most recently opened files, the latest first. */
export interface RecentFiles {
  list(): readonly string[];
  add(file: string): void;
  clear(): void;
}

/**
 * Stores the list in the app's folder. A list that cannot be read counts as empty; a list that cannot be written lasts
 * until the app ends.
 */
export function openRecentFiles(folder: string, warn: (message: string, cause: unknown) => void): RecentFiles {
  const at = path.join(folder, 'recent-files.json');
  let files = read(at);
  const write = (next: string[]) => {
    files = next;
    try {
      writeFileAtomically(at, JSON.stringify(files));
    } catch (error) {
      warn('The files that were opened cannot be remembered', error);
    }
  };
  return {
    list: () => files,
    add: (file) => write([file, ...files.filter((each) => each !== file)].slice(0, MOST)),
    clear: () => write([]),
  };
}

function read(file: string): string[] {
  try {
    return stored.parse(JSON.parse(readFileIfExists(file)?.toString('utf8') ?? ''));
  } catch {
    return [];
  }
}
