import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { plainEnvironment } from '../plain-environment.ts';
import { cpuSeconds } from './process-figures.ts';

/** A measured program that answers HTTP on this computer. */
export interface ServerProcess {
  /** "http://127.0.0.1:49152" */
  address: string;
  /** The process that answers. */
  pid: number;
  /** The milliseconds from spawning it to its first 200, and how many of them it was computing. */
  startedIn: number;
  startCpu: number;
  /** Ends the program and waits until it is gone. */
  stop(): Promise<void>;
}

export interface ServerCommand {
  command: string;
  args: string[];
  port: number;
  /** The path that answers 200 when the program is ready. */
  readyPath: string;
  /** The host name to use in requests, if it answers under only one. */
  readyHost?: string;
  /**
   * The folder in which the program is started; it contains none of our files, so that no `.env` changes the
   * measurement.
   */
  folder: string;
  /** The file for its output, as under a service manager that keeps logs in files. */
  logFile: string;
  environment?: Record<string, string>;
  /** Finds the answering process if it is not the started one. */
  answeringPid?: (pid: number) => number;
}

const READY_WITHIN = 240_000;
const STOP_WITHIN = 8000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// A bench that is interrupted leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/**
 * Starts a program and waits for its first 200.
 * @throws Error with its output when it ends before that, or needs more than four minutes.
 */
export async function startServer(options: ServerCommand): Promise<ServerProcess> {
  mkdirSync(options.folder, { recursive: true });
  const log = openSync(options.logFile, 'w');
  const started = performance.now();
  const child = spawn(options.command, options.args, {
    cwd: options.folder,
    env: { ...plainEnvironment(), ...options.environment },
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
  while (!(await isReady(`${address}${options.readyPath}`, options.readyHost))) {
    const hasEnded = failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || performance.now() - started > READY_WITHIN) {
      await stop();
      throw new Error(
        `${options.command} did not start: ${failure?.message ?? ''}\n${readFileSync(options.logFile, 'utf8')}`,
      );
    }
    // More frequent requests would take processor time from the start.
    await wait(10);
  }
  const startedIn = performance.now() - started;
  const { pid = 0 } = child;
  return { address, pid: options.answeringPid?.(pid) ?? pid, startedIn, startCpu: cpuSeconds(pid) * 1000, stop };
}

function isReady(url: string, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false, headers: host === undefined ? {} : { host } }, (answer) => {
      answer.resume().once('close', () => resolve(answer.complete && answer.statusCode === 200));
    });
    asked.once('error', () => resolve(false));
  });
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
  await gone;
  clearTimeout(timer);
}
