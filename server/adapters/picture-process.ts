import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programFile } from '#server/program-file.ts';
import type { PictureAnswer, PictureRequest } from '#server/workers/picture-requests.ts';
import { lowerPriority } from './lower-priority.ts';

/** Milliseconds one request may take: the AVIF of a picture of 60 megapixels takes some seconds on a slow machine. */
const LONGEST = 120_000;
/** Milliseconds without a request after which the process is ended: its memory is needed elsewhere. */
const IDLE = 10_000;

export interface PictureProcess {
  /**
   * Has something made. Rejects with what went wrong; `code` is that of the system's error ("ENOSPC"). What somebody waits
   * for goes before what nobody does.
   */
  make(request: PictureRequest, options?: { isAwaited?: boolean }): Promise<void>;
  close(): Promise<void>;
}

interface Task {
  request: PictureRequest;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * Makes pictures in a process of its own, below everything else, one after the other. It is started by the first request,
 * and again after it was idle or has died.
 */
export function createPictureProcess(): PictureProcess {
  const awaited: Task[] = [];
  const others: Task[] = [];
  let active: Task | null = null;
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const finish = (settle: (task: Task) => void) => {
    clearTimeout(timer);
    const task = active;
    active = null;
    if (task) settle(task);
    next();
  };
  const end = (): Promise<void> => {
    const last = child;
    child = null;
    if (!last || last.exitCode !== null || last.signalCode !== null) return Promise.resolve();
    last.removeAllListeners();
    const exited = new Promise<void>((resolve) => {
      last.once('exit', () => resolve());
      last.once('error', () => resolve());
    });
    last.kill('SIGKILL');
    return exited;
  };
  const died = (why: string) => {
    void end();
    finish((task) => task.reject(new Error(`The process for pictures ${why}`)));
  };
  const start = () =>
    startProcess({
      onAnswer: ({ fault }) => finish((task) => (fault ? task.reject(brokenBy(fault)) : task.resolve())),
      onDied: died,
    });
  function next(): void {
    if (active || isClosed) return;
    active = awaited.shift() ?? others.shift() ?? null;
    if (active) {
      child ??= start();
      child.ref();
      child.channel?.ref();
      timer = setTimeout(() => died(`took more than ${LONGEST} ms`), LONGEST);
      child.send(active.request);
    } else if (child) {
      // It keeps no server from ending.
      child.unref();
      child.channel?.unref();
      timer = setTimeout(() => void end(), IDLE).unref();
    }
  }
  return {
    make: (request, { isAwaited = false } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('The server is stopping'));
        (isAwaited ? awaited : others).push({ request, resolve, reject });
        if (!active) {
          clearTimeout(timer);
          next();
        }
      }),
    async close() {
      isClosed = true;
      const left = [...awaited.splice(0), ...others.splice(0)];
      for (const task of left) task.reject(new Error('The server is stopping'));
      const exited = end();
      finish((task) => task.reject(new Error('The server is stopping')));
      await exited;
    },
  };
}

interface Heard {
  onAnswer: (answer: PictureAnswer) => void;
  /** Told why, after "the process". */
  onDied: (why: string) => void;
}

function startProcess({ onAnswer, onDied }: Heard): ChildProcess {
  const started = fork(fileURLToPath(programFile('workers/pictures')), {
    // What it dies of is for the log.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  if (started.pid !== undefined) lowerPriority(started.pid);
  started.on('message', onAnswer);
  started.on('error', (error) => onDied(`could not be reached: ${error.message}`));
  started.on('exit', (code, signal) => onDied(`was ended by ${signal ?? `code ${code}`}`));
  return started;
}

function brokenBy({ message, code }: { message: string; code?: string }): Error {
  const error = new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}
