import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '#server/paths.ts';
import { programFile } from '#server/program-file.ts';
import { lowerPriority } from './lower-priority.ts';

/** Milliseconds within which a run must end after it was told to. */
const ENDS_WITHIN = 3000;
/**
 * Megabytes of each half of the memory for new objects (semi-space), when a run's memory is limited. V8 takes up to 32,
 * and then unneeded buffers stay there longer: an export of 2 GB of pictures used 360 MB, and uses 270 with this limit.
 */
const YOUNG = 8;
/** The number of characters of a run's error output that are kept. */
const MOST_SAID = 20_000;

interface OwnProgram {
  /** The name of the command's file: "backup". */
  program: string;
  args: readonly string[];
  /** Variables added to the environment of this process. */
  env: Record<string, string>;
  /** The purpose of the command, for a person who has not built the program: "Backups are made". */
  what: string;
  /** Whether the command renders no page: without a build its source is run, from which Node strips the types. */
  rendersNothing?: boolean;
  /** Megabytes of memory that the command may use for its data. */
  memory?: number;
}

/** The end of a run. */
export interface Ended {
  /** The exit code; null when a signal ended the run. */
  code: number | null;
  /** The error message of the run: the words for the owner, without the stack trace. */
  fault: string;
}

/** A running command. */
interface Running {
  /** The output of the command, read only when it is asked for; null when it is not wanted. */
  output: Readable | null;
  /** Rejects when the command could not be started. */
  ended: Promise<Ended>;
  /** Ends the command: first it is asked to end, then it is killed. */
  end(): void;
}

/**
 * Starts a command of this program in a separate process with the lowest priority: it must not slow down any reader.
 */
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

/** Runs a command of this program to its end; the signal ends it earlier. */
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
