import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds } from './process-figures.ts';

/** A program under measurement that answers HTTP on this computer. */
export interface ServerProcess {
  /** "http://127.0.0.1:49152" */
  address: string;
  /** The process that answers. */
  pid: number;
  /** Milliseconds from spawning it to its first 200, and how many of them it was computing. */
  startedIn: number;
  startCpu: number;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

export interface ServerCommand {
  command: string;
  args: string[];
  port: number;
  /** Path that answers 200 when the program is ready. */
  readyPath: string;
  /** Folder the program is started in; nothing of ours lies there, so no `.env` changes what is measured. */
  folder: string;
  /** File its output goes to, as under a service manager that keeps logs in files. */
  logFile: string;
  environment?: Record<string, string>;
  /** Finds the process that answers when it is not the one started. */
  answeringPid?: (pid: number) => number;
}

const READY_WITHIN = 180_000;
const STOP_WITHIN = 8000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// A bench that is stopped half-way leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/**
 * Starts a program and waits for its first 200.
 * @throws Error with its output when it ends before that, or needs more than three minutes.
 */
export async function startServer(options: ServerCommand): Promise<ServerProcess> {
  mkdirSync(options.folder, { recursive: true });
  const log = openSync(options.logFile, 'w');
  const started = performance.now();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(options.command, options.args, {
    cwd: options.folder,
    env: { PATH, HOME, ...options.environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  running.add(child);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  child.once('exit', () => running.delete(child));
  const stop = () => endProcess(child);
  const address = `http://127.0.0.1:${options.port}`;
  while (!(await isReady(`${address}${options.readyPath}`))) {
    const hasEnded = failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || performance.now() - started > READY_WITHIN) {
      await stop();
      throw new Error(
        `${options.command} did not start: ${failure?.message ?? ''}\n${readFileSync(options.logFile, 'utf8')}`,
      );
    }
    // Asked more often, the asking would take the start its processor time.
    await wait(10);
  }
  const startedIn = performance.now() - started;
  const { pid = 0 } = child;
  return { address, pid: options.answeringPid?.(pid) ?? pid, startedIn, startCpu: cpuSeconds(pid) * 1000, stop };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
  await gone;
  clearTimeout(timer);
}
