import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '#server/paths.ts';
import { programFile } from '#server/program-file.ts';
import { lowerPriority } from './lower-priority.ts';

/** Milliseconds a run may take to end after it was told to. */
const ENDS_WITHIN = 3000;
/**
 * Megabytes of each half of the memory for what is new, where a run's memory is limited. V8 takes up to 32, and has buffers
 * that nobody needs any more lie there for so long: an export of 2 GB of pictures came to 360 MB, and comes to 270.
 */
const YOUNG = 8;
/** Characters kept of what a run said. */
const MOST_SAID = 20_000;

interface OwnProgram {
  /** The command, as its file is called: "backup". */
  program: string;
  args: readonly string[];
  /** Beside the environment of this process. */
  env: Record<string, string>;
  /** What is done by it, for who has not built it: "Backups are made". */
  what: string;
  /** It renders no page: without a build its source is run, from which Node strips the types. */
  rendersNothing?: boolean;
  /** Megabytes of memory it may have for what it holds. */
  memory?: number;
}

/** How a run ended. */
export interface Ended {
  /** Null where it was ended by a signal. */
  code: number | null;
  /** What it said of a fault: what the owner can do stands first, where in the program it happened is left out. */
  fault: string;
}

/** A command that runs. */
interface Running {
  /** What it writes, not read before it is asked for; null where that is not wanted. */
  output: Readable | null;
  /** Rejects where it could not be begun. */
  ended: Promise<Ended>;
  /** Has it end: first it is asked to. */
  end(): void;
}

/** Begins a command of this program in a process of its own, below everything else: it must hold up no reader. */
export function startOwnProgram(given: OwnProgram, output: 'read' | 'ignored'): Running {
  const { args, env, memory } = given;
  const limits = memory === undefined ? [] : [`--max-old-space-size=${memory}`, `--max-semi-space-size=${YOUNG}`];
  const child = spawn(process.execPath, [...limits, fileOf(given), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', output === 'read' ? 'pipe' : 'ignore', 'pipe'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  let killing: NodeJS.Timeout | undefined;
  const exited = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      clearTimeout(killing);
      resolve({ code, fault: said.trim().split(/\n\s+at /)[0] || `It was ended by ${killedBy ?? `code ${code}`}.` });
    });
  });
  return {
    output: child.stdout,
    ended: exited,
    end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      killing ??= setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN);
    },
  };
}

/** Runs a command of this program to its end; a signal ends it before. */
export async function runOwnProgram({ signal, ...given }: OwnProgram & { signal: AbortSignal }): Promise<Ended> {
  const { ended, end } = startOwnProgram(given, 'ignored');
  signal.addEventListener('abort', end, { once: true });
  try {
    return await ended;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function fileOf({ program, what, rendersNothing = false }: OwnProgram): string {
  if (rendersNothing) return fileURLToPath(programFile(`cli/${program}`));
  const built = path.join(projectRoot(), 'dist/server/cli', `${program}.js`);
  if (!existsSync(built)) throw new Error(`${what} by the built program. Build it first: npm run build`);
  return built;
}
