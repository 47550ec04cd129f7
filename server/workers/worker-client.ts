import { Worker } from 'node:worker_threads';
import { programFile } from '#server/program-file.ts';
import { AppError, type AppErrorOptions, type ErrorCode } from '#shared/kernel/errors.ts';
import { createFairQueue } from './fair-queue.ts';
import { limitWork } from './limit-work.ts';

/** What a worker answers: the value, or a code of the registry with what was said with it, or the text of what broke. */
export type WorkerAnswer<T> =
  | { id: number; value: T }
  | { id: number; code: ErrorCode; details: AppErrorOptions }
  | { id: number; fault: string; faultCode?: string };

/** Who asks. */
export interface Requester {
  /** Requests of one client are answered in order, and clients take turns. */
  client?: string | undefined;
  /** Aborted when nobody waits for the answer any more: a request that has not begun is dropped then. */
  signal?: AbortSignal | undefined;
}

export interface WorkerClient<Request, Answer> {
  /**
   * One request. Rejects when its time is up, and the worker is then replaced; with `overloaded` when it could not begin,
   * `rate_limited` when its client has too many waiting.
   */
  ask(request: Request, requester?: Requester): Promise<Answer>;
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** Name of a file in this folder, without its ending; also the name of its bundle. */
  name: 'drafts' | 'judge' | 'markdown' | 'publication' | 'search' | 'tokens' | 'updates' | 'writes';
  workerData?: unknown;
  /** Milliseconds one request may take. */
  timeoutMs: number;
  /** Code of the error that a request over its time ends with. */
  timeoutCode: ErrorCode;
  /** Milliseconds of processor time one request may take, and the code of the error it ends with; no limit when absent. */
  work?: { limitMs: number; code: ErrorCode };
  /** Milliseconds more, of both, for the first request to a new thread, which loads its code before; none when absent. */
  startMs?: number;
  /** Requests waiting at most; more are refused with `overloaded`. */
  maxQueue: number;
  /** Requests of one client waiting at most; more are refused with `rate_limited`. As many as of all when absent. */
  maxOfOneClient?: number;
  /** Milliseconds a request may wait until it begins; it is refused with `overloaded` then. No limit when absent. */
  waitMs?: number;
}

interface Waiting<Answer> {
  resolve: (value: Answer) => void;
  reject: (error: Error) => void;
  /** Ends what watches it: how long it waits and whether for somebody, then its time. */
  unwatch: () => void;
}

interface Job<Request, Answer> {
  request: Request;
  waiting: Waiting<Answer>;
}

const STOPPING = 'The server is stopping';

function brokenBy(name: string, { fault, faultCode }: { fault: string; faultCode?: string }): Error {
  const error = new Error(`${name} worker: ${fault}`);
  // What the disk or the database said is told apart by its code.
  return faultCode === undefined ? error : Object.assign(error, { code: faultCode });
}

function settle<Answer>(waiting: Waiting<Answer>, name: string, answer: WorkerAnswer<Answer>): void {
  if ('value' in answer) waiting.resolve(answer.value);
  else if ('code' in answer) waiting.reject(new AppError(answer.code, answer.details));
  else waiting.reject(brokenBy(name, answer));
}

/** Ends a thread, which nobody listens to any more. */
function letGo(old: Worker): Promise<number> {
  old.removeAllListeners();
  // What it still dies of is nobody's any more, and an error nobody listens to would end the process.
  old.on('error', () => undefined);
  return old.terminate();
}

/** Calls back once after so many milliseconds, where there is an end, or at the abort; answers what calls that off. */
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

/** Watches how long a request takes, with `more` milliseconds allowed; answers what ends that. */
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

/** A thread that answers one request after the other; started at the first request and again after a fault. */
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
