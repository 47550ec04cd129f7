import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export interface SingleInstance {
  isFirst: boolean;
  release(): void;
}

const call = z.object({ argv: z.array(z.string()), cwd: z.string() });

/**
 * Decides which instance is the first on a folder of user data, by a file with the process id. A second instance leaves
 * its arguments there for the first. Everything is synchronous, as `requestSingleInstanceLock` is.
 */
export function openSingleInstance(userData: string, onSecond: (argv: string[], cwd: string) => void): SingleInstance {
  const lock = path.join(userData, 'SingletonLock');
  const calls = path.join(userData, 'SingletonCalls');
  if (!isMade(calls)) return { isFirst: false, release: () => {} };
  if (!takeLock(lock)) {
    const name = `${process.pid}-${Date.now()}.json`;
    writeFileSync(path.join(calls, name), JSON.stringify({ argv: process.argv, cwd: process.cwd() }));
    return { isFirst: false, release: () => {} };
  }
  const read = () => {
    for (const name of readdirSync(calls)) {
      const file = path.join(calls, name);
      const heard = parsed(readFileSync(file, 'utf8'));
      // The file is incomplete: the watcher reports it again when it is complete.
      if (!heard) continue;
      rmSync(file, { force: true });
      onSecond(heard.argv, heard.cwd);
    }
  };
  const watcher = watch(calls, read);
  watcher.unref();
  return {
    isFirst: true,
    release() {
      watcher.close();
      rmSync(lock, { force: true });
    },
  };
}

/**
 * Whether the folder exists and can be written to. As in Electron, there is no lock in a folder that cannot be written
 * to, so no instance is the first.
 */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function takeLock(lock: string): boolean {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    // A process that was killed leaves its file behind.
    if (isAlive(Number(readFileSync(lock, 'utf8')))) return false;
    rmSync(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function parsed(text: string): z.output<typeof call> | null {
  try {
    return call.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
