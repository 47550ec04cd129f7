import { Worker } from 'node:worker_threads';
import { programFile } from '#server/program-file.ts';
import { AppError, type AppErrorOptions, type ErrorCode } from '#shared/kernel/errors.ts';
import { createFairQueue } from './fair-queue.ts';
import { limitWork } from './limit-work.ts';

/**
 * The answer of a worker: the value; or an error code of the registry with its details; or the text of an unexpected
 * error.
 */
export type WorkerAnswer<T> =
  | { id: number; value: T }
  | { id: number; code: ErrorCode; details: AppErrorOptions }
  | { id: number; fault: string; faultCode?: string };

/** The requester of the work. */
export interface Requester {
  /** Requests of one client are answered in order, and clients take turns. */
  client?: string | undefined;
  /** Aborted when nobody waits for the answer any more: then a request that has not begun is dropped. */
  signal?: AbortSignal | undefined;
}

export interface WorkerClient<Request, Answer> {
  /**
   * Makes one request. Rejects when its time is up, and then the worker is replaced; with `overloaded` when it could
   * not begin, with `rate_limited` when its client has too many requests waiting.
   */
  ask(request: Request, requester?: Requester): Promise<Answer>;
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** The name of a file in this folder, without its ending; also the name of its bundle. */
  name: 'checkpoints' | 'drafts' | 'judge' | 'markdown' | 'publication' | 'search' | 'tokens' | 'updates' | 'writes';
  workerData?: unknown;
  /** Milliseconds that one request may take. */
  timeoutMs: number;
  /** The error code of a request that exceeds its time. */
  timeoutCode: ErrorCode;
  /** Milliseconds of processor time that one request may take, and the error code for more; no limit when absent. */
  work?: { limitMs: number; code: ErrorCode };
  /**
   * Milliseconds added to both limits for the first request to a new thread, which must load its code first; none when
   * absent.
   */
  startMs?: number;
  /** The most requests that may wait; more are refused with `overloaded`. */
  maxQueue: number;
  /**
   * The most requests of one client that may wait; more are refused with `rate_limited`. The same as `maxQueue` when
   * absent.
   */
  maxOfOneClient?: number;
  /**
   * Milliseconds that a request may wait until it begins; then it is refused with `overloaded`. No limit when absent.
   */
  waitMs?: number;
}

interface Waiting<Answer> {
  resolve: (value: Answer) => void;
  reject: (error: Error) => void;
  /** Stops watching the request: first its waiting time and its abort signal, later its running time. */
  unwatch: () => void;
}

interface Job<Request, Answer> {
  request: Request;
  waiting: Waiting<Answer>;
}

const STOPPING = 'The server is stopping';

function brokenBy(name: string, { fault, faultCode }: { fault: string; faultCode?: string }): Error {
  const error = new Error(`${name} worker: ${fault}`);
  // Errors of the disk or the database are distinguished by their code.
  return faultCode === undefined ? error : Object.assign(error, { code: faultCode });
}

function settle<Answer>(waiting: Waiting<Answer>, name: string, answer: WorkerAnswer<Answer>): void {
  if ('value' in answer) waiting.resolve(answer.value);
  else if ('code' in answer) waiting.reject(new AppError(answer.code, answer.details));
  else waiting.reject(brokenBy(name, answer));
}

/** Ends a thread to which nobody listens any more. */
function letGo(old: Worker): Promise<number> {
  old.removeAllListeners();
  // Nobody needs to know of its last error, but an error event without a listener would end the process.
  old.on('error', () => undefined);
  return old.terminate();
}

/**
 * Calls back once after `waitMs` milliseconds (if given), or at the abort; returns the function that cancels the call.
 */
function afterOrAbort(
  run: () => void,
  { waitMs, signal }: { waitMs: number | undefined; signal: AbortSignal | undefined },
): () => void {
  const timer = waitMs === undefined ? undefined : setTimeout(run, waitMs);
  signal?.addEventListener('abort', run);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', run);
  };
}

/** Watches how long a request takes, with `more` milliseconds allowed; returns the function that stops watching. */
function watchTime(
  thread: Worker,
  { timeoutMs, timeoutCode, work }: WorkerOptions,
  { more, onOver }: { more: number; onOver: (code: ErrorCode) => void },
): () => void {
  const timer = setTimeout(() => onOver(timeoutCode), timeoutMs + more);
  const callOff = work && limitWork(thread, work.limitMs + more, () => onOver(work.code));
  return () => {
    clearTimeout(timer);
    callOff?.();
  };
}

/**
 * Creates a thread that answers one request after the other. It is started at the first request and again after a
 * fault.
 */
export function createWorkerClient<Request, Answer>(options: WorkerOptions): WorkerClient<Request, Answer> {
  const { maxQueue, maxOfOneClient = maxQueue } = options;
  const queue = createFairQueue<Job<Request, Answer>>({ all: maxQueue, ofOne: maxOfOneClient });
  let active: Waiting<Answer> | null = null;
  let worker: Worker | null = null;
  let nextId = 1;
  let isClosed = false;

  const finish = (end: (waiting: Waiting<Answer>) => void) => {
    const waiting = active;
    active = null;
    if (waiting) {
      waiting.unwatch();
      end(waiting);
    }
    next();
  };
  const drop = (error: Error) => {
    const broken = worker;
    worker = null;
    if (broken) letGo(broken);
    finish((waiting) => waiting.reject(error));
  };
  const start = (): Worker => {
    const started = new Worker(programFile(`workers/${options.name}`), { workerData: options.workerData });
    started.unref();
    started.on('message', (answer: WorkerAnswer<Answer>) => finish((waiting) => settle(waiting, options.name, answer)));
    started.on('error', (error) => drop(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => drop(new Error(`${options.name} worker stopped`)));
    return started;
  };
  const watchWaiting = (client: string, job: Job<Request, Answer>, signal: AbortSignal | undefined) => {
    const giveUp = () => {
      job.waiting.unwatch();
      queue.remove(client, job);
      job.waiting.reject(new AppError('overloaded'));
    };
    job.waiting.unwatch = afterOrAbort(giveUp, { waitMs: options.waitMs, signal });
  };
  function next(): void {
    if (active) return;
    const first = queue.take();
    if (!first) {
      worker?.unref();
      return;
    }
    active = first.waiting;
    active.unwatch();
    const more = worker ? 0 : (options.startMs ?? 0);
    worker ??= start();
    worker.ref();
    active.unwatch = watchTime(worker, options, { more, onOver: (code) => drop(new AppError(code)) });
    worker.postMessage({ id: nextId++, request: first.request });
  }

  return {
    ask(request, { client = '', signal } = {}) {
      if (isClosed) return Promise.reject(new Error(STOPPING));
      if (signal?.aborted) return Promise.reject(new AppError('overloaded'));
      return new Promise<Answer>((resolve, reject) => {
        const job: Job<Request, Answer> = { request, waiting: { resolve, reject, unwatch: () => undefined } };
        const refusal = queue.add(client, job);
        if (refusal) return reject(new AppError(refusal === 'full' ? 'overloaded' : 'rate_limited'));
        watchWaiting(client, job, signal);
        next();
      });
    },
    async close() {
      isClosed = true;
      const last = worker;
      worker = null;
      for (let job = queue.take(); job; job = queue.take()) {
        job.waiting.unwatch();
        job.waiting.reject(new Error(STOPPING));
      }
      finish((waiting) => waiting.reject(new Error(STOPPING)));
      if (last) await letGo(last);
    },
  };
}
