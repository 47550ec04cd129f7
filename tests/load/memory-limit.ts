import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Bytes of memory that the unit and the compose file give the server. */
export const MEMORY_GIVEN = 2 ** 30;
/** What the unit and the image say to the system's allocator. */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '1' } as const;

const CGROUPS = '/sys/fs/cgroup';

/** A limit on the memory of what is started in it. */
export interface MemoryLimit {
  /** The same command, started inside the limit. */
  wrap(command: string, args: string[]): { command: string; args: string[] };
  /** To be called when what was started in it has ended. */
  remove(): void;
}

/**
 * A control group of Linux that holds at most `bytes`, as a service's unit or a container sets one: V8 reads it and sizes
 * its heap by it. Null where this user may make none (cgroups(7): version 1 and 2).
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
