import type { Config } from '#server/config.ts';
import { childEnvironment } from './child-environment.ts';
import { runOwnProgram } from './own-program.ts';

/** The exit code with which the command says that another process is already importing. */
export const IMPORT_BUSY = 75;

/**
 * Does the pending work of an import with the program of `npm run import`, in a separate process: reading and rendering
 * ten years of posts must not slow down any reader. Returns false when another process is importing. Rejects with the
 * program's error message.
 */
export async function importInProcess(config: Config, id: number, signal: AbortSignal): Promise<boolean> {
  const { code, fault } = await runOwnProgram({
    program: 'import',
    args: ['--work', String(id)],
    env: childEnvironment(config),
    what: 'Imports are done',
    signal,
  });
  if (code === IMPORT_BUSY) return false;
  if (code !== 0) throw new Error(fault);
  return true;
}
