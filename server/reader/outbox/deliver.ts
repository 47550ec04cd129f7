import type { OutboxRows } from '#server/repositories/publication/reader-outbox.ts';
import { READER_HEADER, signBody } from '#server/services/publication/client-signature.ts';
import { deliverFromReader, MOST_DELIVERIES } from '#shared/contract/reader-deliveries.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { textUpTo } from '../text-up-to.ts';

/** Milliseconds until a failed delivery is tried again; the wait doubles with each further failure. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** Milliseconds within which the writer must answer. */
const ANSWERED_WITHIN = 30_000;
/** The largest answer, in bytes: 200 ids with their reasons take a tenth of it. A wrong address may answer anything. */
const LARGEST_ANSWER = 1024 * 1024;

interface DeliverOptions {
  rows: OutboxRows;
  writerUrl: string;
  secret: string;
  clock: Clock;
  timers: Timers;
  /** Receives the time of the writer's clock, in milliseconds since 1970. */
  onTime: (time: number) => void;
  log: { info: (what: string) => void; warn: (facts: object, what: string) => void };
}

export interface Deliveries {
  /** Called when something waits, or when the writer may be back. */
  wake(): void;
  /**
   * The time since which nothing can be delivered, in milliseconds since 1970, and the reason; null while delivery
   * works.
   */
  failure(): { since: number; message: string } | null;
  /** Resolves when no call is under way any more. */
  close(): Promise<void>;
}

/**
 * Delivers the waiting entries to the writer, in order, each once: the writer recognises by the ids which of them it
 * has.
 */
export function deliverOutbox(options: DeliverOptions): Deliveries {
  const { clock, timers, log } = options;
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let callOff: (() => void) | null = null;
  let failures = 0;
  let failure: { since: number; message: string } | null = null;

  const run = async () => {
    try {
      while (!stopped.signal.aborted) {
        const isLeft = await deliverSome(options, stopped.signal);
        if (failure) log.info('the writer takes again what visitors have left');
        failures = 0;
        failure = null;
        if (isLeft === 'none') return;
        if (isLeft === 'later') return wait();
      }
    } catch (error) {
      if (stopped.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      if (!failure) log.warn({ err: error }, 'the writer does not take what visitors have left; kept, and tried again');
      failure ??= { since: clock.now(), message };
      wait();
    }
  };
  const wait = () => {
    failures += 1;
    callOff = timers.after(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1)), () => {
      callOff = null;
      wake();
    });
  };
  const wake = () => {
    if (running || callOff || stopped.signal.aborted) return;
    running = run().finally(() => {
      running = null;
    });
  };
  return {
    wake,
    failure: () => failure,
    async close() {
      callOff?.();
      stopped.abort(new Error('The server is stopping'));
      await running;
    },
  };
}

/** Makes one call. `none`: nothing waits any more; `later`: the writer has put off all the deliveries it was sent. */
async function deliverSome(options: DeliverOptions, ends: AbortSignal): Promise<'none' | 'more' | 'later'> {
  const { rows, writerUrl, secret, clock, onTime, log } = options;
  const deliveries = rows.first(MOST_DELIVERIES);
  if (deliveries.length === 0) return 'none';
  const body = Buffer.from(JSON.stringify({ deliveries }));
  const { method, path } = deliverFromReader;
  const response = await fetch(`${writerUrl}${path}`, {
    ...{ method, body, redirect: 'manual', signal: AbortSignal.any([ends, AbortSignal.timeout(ANSWERED_WITHIN)]) },
    headers: {
      'content-type': 'application/json',
      [READER_HEADER]: signBody(secret, { body, now: clock.now(), method, path }),
    },
  });
  const time = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(time)) onTime(time);
  const said = await textUpTo(LARGEST_ANSWER, response.body ?? ReadableStream.from([]));
  if (response.status !== 200 || said === null) {
    throw new Error(`The writer answered ${response.status}: ${(said ?? 'more than it ever says').slice(0, 300)}`);
  }
  const { answers } = deliverFromReader.response.parse(JSON.parse(said));
  const sent = new Set(deliveries.map(({ id }) => id));
  const isOf = (outcome: 'taken' | 'refused' | 'later') =>
    answers.filter((answer) => answer.outcome === outcome && sent.has(answer.id));
  for (const { id, reason } of isOf('refused')) {
    const kind = deliveries.find((each) => each.id === id)?.kind;
    log.warn({ id, kind, reason }, 'the writer has refused something that a visitor has left; it is dropped');
  }
  const settled = [...isOf('taken'), ...isOf('refused')].map(({ id }) => id);
  rows.remove(settled);
  const left = deliveries.filter(({ id }) => !settled.includes(id)).map(({ id }) => id);
  rows.tried(left);
  return settled.length === 0 ? 'later' : 'more';
}
