import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';
import { lowerPriority } from './lower-priority.ts';

/** Milliseconds a run may take to end after it was told to. */
const ENDS_WITHIN = 3000;
/** Characters kept of what a run said. */
const MOST_SAID = 20_000;

interface OwnProgram {
  /** The built command, from the project's root: "dist/server/cli/backup.js". */
  program: string;
  args: readonly string[];
  /** Beside the environment of this process. */
  env: Record<string, string>;
  /** What is done by it, for who has not built it: "Backups are made". */
  what: string;
  signal: AbortSignal;
}

/** How a run ended. */
export interface Ended {
  /** Null where it was ended by a signal. */
  code: number | null;
  /** What it said of a fault: what the owner can do stands first, where in the program it happened is left out. */
  fault: string;
}

/** Runs a command of this program in a process of its own, below everything else: it must hold up no reader. */
export async function runOwnProgram({ program: built, args, env, what, signal }: OwnProgram): Promise<Ended> {
  const program = path.join(projectRoot(), built);
  if (!existsSync(program)) throw new Error(`${what} by the built program. Build it first: npm run build`);
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    killing = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const [code, killedBy] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...ended) => resolve(ended));
    });
    return { code, fault: said.trim().split(/\n\s+at /)[0] || `It was ended by ${killedBy ?? `code ${code}`}.` };
  } finally {
    clearTimeout(killing);
    signal.removeEventListener('abort', end);
  }
}
