import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { programFile } from '#server/program-file.ts';
import type { PictureAnswer, PictureRequest, UploadRequest } from '#server/workers/picture-requests.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { PICTURE_TAKES_MEMORY } from '#shared/kernel/picture-types.ts';
import { lowerPriority } from './lower-priority.ts';
import type { EncodedPicture, EncodePicture } from './picture-encoding.ts';

/**
 * Milliseconds that one request may take: the AVIF of a picture of 60 megapixels takes some seconds on a slow machine.
 */
const LONGEST = 120_000;
/** Milliseconds without a request after which the process is ended: its memory is needed elsewhere. */
const IDLE = 10_000;
/**
 * Bytes of memory that the process may use. A photograph of 60 megapixels takes half a gigabyte; a file made to exhaust
 * memory takes several times that, and would leave the machine none where nothing else limits it.
 */
const MEMORY = 1_000_000_000;
/** Milliseconds between two looks at the memory: in that time a decoder fills some tens of megabytes. */
const LOOK = 50;

export interface PictureProcess {
  /**
   * Lets the process make something. Rejects with the fault; `code` is that of the system's error ("ENOSPC"). Requests
   * that somebody waits for come before the others.
   */
  make(request: PictureRequest, options?: { isAwaited?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the process, with the lowest priority, for pictures that nobody, or only a reader of a share card, waits for.
 */
export function createPictureProcess(): PictureProcess {
  const { ask, close } = createProcess({ isBelow: true, memory: MEMORY });
  return {
    make: async (request, options) => {
      await ask(request, options);
    },
    close,
  };
}

export interface UploadProcess {
  /**
   * Does the same as {@link EncodePicture}, and rejects with a plain error when the process has died of the upload.
   * @throws AppError `overloaded` when the server stops, `picture_refused` for an upload that takes more memory than
   * allowed.
   */
  encode: EncodePicture;
  close(): Promise<void>;
}

/**
 * Creates the process beside the server that makes pictures from uploads, for which the owner waits. `memory`: the
 * bytes that it may use.
 */
export function createUploadProcess({ memory = MEMORY } = {}): UploadProcess {
  const { ask, close } = createProcess({ isBelow: false, memory });
  return {
    async encode(bytes, id, options = {}) {
      const made = await ask({ what: 'upload', bytes, id, options });
      if (made === null) throw new Error('The process for pictures has made nothing of an upload');
      return made;
    },
    close,
  };
}

interface Task {
  request: PictureRequest | UploadRequest;
  resolve: (made: EncodedPicture | null) => void;
  reject: (error: Error) => void;
}

const stopping = () => new AppError('overloaded', { message: 'The server is stopping' });

/**
 * Creates a process that handles one request after the other. It is started by the first request, and again after it
 * was idle or has died.
 */
function createProcess({ isBelow, memory }: { isBelow: boolean; memory: number }) {
  const awaited: Task[] = [];
  const others: Task[] = [];
  let active: Task | null = null;
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looks: NodeJS.Timeout | undefined;
  let isClosed = false;

  const finish = (settle: (task: Task) => void) => {
    clearTimeout(timer);
    clearInterval(looks);
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
    // The end of the child is awaited, even if nothing else would keep this process alive until then.
    last.ref();
    const exited = new Promise<void>((resolve) => {
      last.once('exit', () => resolve());
      last.once('error', () => resolve());
    });
    last.kill('SIGKILL');
    return exited;
  };
  const failed = (error: Error) => {
    void end();
    finish((task) => task.reject(error));
  };
  const died = (why: string) => failed(new Error(`The process for pictures ${why}`));
  const look = () => {
    if (residentMemory(child?.pid) > memory) failed(new AppError('picture_refused', { message: PICTURE_TAKES_MEMORY }));
  };
  const start = () =>
    startProcess({ isBelow, onAnswer: (answer) => finish((task) => settle(task, answer)), onDied: died });
  function next(): void {
    if (active || isClosed) return;
    active = awaited.shift() ?? others.shift() ?? null;
    if (active) {
      child ??= start();
      child.ref();
      child.channel?.ref();
      timer = setTimeout(() => died(`took more than ${LONGEST} ms`), LONGEST);
      looks = setInterval(look, LOOK);
      child.send(active.request);
    } else if (child) {
      // An idle child does not keep the server alive.
      child.unref();
      child.channel?.unref();
      timer = setTimeout(() => void end(), IDLE).unref();
    }
  }
  return {
    /** Makes a request. Rejects with the fault; requests that somebody waits for come before the others. */
    ask: (request: Task['request'], { isAwaited = false } = {}) =>
      new Promise<EncodedPicture | null>((resolve, reject) => {
        if (isClosed) return reject(stopping());
        (isAwaited ? awaited : others).push({ request, resolve, reject });
        if (!active) {
          clearTimeout(timer);
          next();
        }
      }),
    async close() {
      isClosed = true;
      const left = [...awaited.splice(0), ...others.splice(0)];
      for (const task of left) task.reject(stopping());
      const exited = end();
      finish((task) => task.reject(stopping()));
      await exited;
    },
  };
}

function settle(task: Task, answer: PictureAnswer): void {
  if ('made' in answer) task.resolve(answer.made);
  else if ('refusal' in answer) task.reject(new AppError('picture_refused', { message: answer.refusal }));
  else task.reject(brokenBy(answer.fault));
}

interface Started {
  isBelow: boolean;
  onAnswer: (answer: PictureAnswer) => void;
  /** Receives the reason, as words that follow "the process". */
  onDied: (why: string) => void;
}

function startProcess({ isBelow, onAnswer, onDied }: Started): ChildProcess {
  const started = fork(fileURLToPath(programFile('workers/pictures')), {
    // Its last error messages go to the log.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    // Bytes are passed as they are, not as JSON.
    serialization: 'advanced',
  });
  if (started.pid !== undefined) {
    endFirst(started.pid);
    if (isBelow) lowerPriority(started.pid);
  }
  started.on('message', onAnswer);
  started.on('error', (error) => onDied(`could not be reached: ${error.message}`));
  started.on('exit', (code, signal) => onDied(`was ended by ${signal ?? `code ${code}`}`));
  return started;
}

/** When memory runs out, Linux ends this process first, not the server (proc_pid_oom_score_adj(5)). */
function endFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // This is another system, or the process has ended already.
  }
}

/**
 * Returns the bytes of a process that are in memory (proc_pid_status(5)); 0 on another system, and for a process that
 * has ended.
 */
function residentMemory(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function brokenBy({ message, code }: { message: string; code?: string }): Error {
  const error = new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}
