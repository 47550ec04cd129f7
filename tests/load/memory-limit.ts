import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The bytes of memory that the unit and the compose file give the server. */
export const MEMORY_GIVEN = 2 ** 30;
/** The setting of the system's allocator in the unit and the image. */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '1' } as const;

const CGROUPS = '/sys/fs/cgroup';

/** A limit on the memory of the programs started in it. */
export interface MemoryLimit {
  /** The same command, started inside the limit. */
  wrap(command: string, args: string[]): { command: string; args: string[] };
  /** Must be called when the programs started in it have ended. */
  remove(): void;
}

/**
 * Makes a Linux control group that allows at most `bytes`, as a service's unit or a container sets one: V8 reads it and
 * sizes its heap by it. Null if this user may not make one (cgroups(7): version 1 and 2).
 */
export function limitMemory(bytes: number): MemoryLimit | null {
  const isSecond = existsSync(path.join(CGROUPS, 'cgroup.controllers'));
  const folder = path.join(CGROUPS, isSecond ? '' : 'memory', `ninefold-bench-${process.pid}`);
  const limit = path.join(folder, isSecond ? 'memory.max' : 'memory.limit_in_bytes');
  try {
    mkdirSync(folder);
    writeFileSync(limit, String(bytes));
    if (Number(readFileSync(limit, 'utf8')) !== bytes) throw new Error(`${limit} did not take the limit`);
  } catch (error) {
    console.warn('No limit on memory can be set here:', error instanceof Error ? error.message : error);
    rmdirIfThere(folder);
    return null;
  }
  const members = path.join(folder, 'cgroup.procs');
  return {
    wrap: (command, args) => ({
      command: '/bin/sh',
      args: ['-c', `echo $$ > ${members} && exec "$@"`, 'sh', command, ...args],
    }),
    remove: () => rmdirIfThere(folder),
  };
}

function rmdirIfThere(folder: string): void {
  if (existsSync(folder)) rmdirSync(folder);
}
