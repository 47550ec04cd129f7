import type { Config } from '#server/config.ts';
import { childEnvironment } from './child-environment.ts';
import { runOwnProgram } from './own-program.ts';

/** How the command says that another process does an import already. */
export const IMPORT_BUSY = 75;

/**
 * Does what an import waits for by `npm run import`'s own program, in a process of its own: reading and rendering ten years of
 * posts must hold up no reader. False where another process does one. Rejects with what the program said.
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
