import type { Config } from '#server/config.ts';
import { childEnvironment } from './child-environment.ts';
import { runOwnProgram } from './own-program.ts';

/**
 * Makes a backup by `npm run backup`'s own program, in a process of its own: reading, summing and rendering a whole site must
 * hold up no reader. Rejects with what the program said.
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
