import type { Config } from '#server/config.ts';
import { childEnvironment } from './child-environment.ts';
import { runOwnProgram } from './own-program.ts';

/**
 * Makes a backup with the program of `npm run backup`, in a separate process: reading, hashing and rendering a whole
 * site must not slow down any reader. Rejects with the program's error message.
 */
export async function backupInProcess(config: Config, file: string, signal: AbortSignal): Promise<void> {
  const { code, fault } = await runOwnProgram({
    program: 'backup',
    args: [file],
    env: childEnvironment(config),
    what: 'Backups are made',
    signal,
  });
  if (code !== 0) throw new Error(fault);
}
