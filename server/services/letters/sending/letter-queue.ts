import type { LetterCarrier } from '#server/adapters/letters/letter-carrier.ts';
import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import {
  endLetter,
  getContent,
  nextStart,
  type OpenLetter,
  openLetters,
  refreshFigures,
} from '#server/repositories/letters/letters.ts';
import {
  hasRecipientsLeft,
  nextTry,
  resumeInterrupted,
  sentSince,
  takeRecipient,
} from '#server/repositories/letters/recipients.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { type LetterContent, letterContent } from '../compose/letter-content.ts';
import { missingOf } from '../sender.ts';
import { type LetterOffice, letterMail } from './letter-mail.ts';
import { createOutcomes } from './record-outcome.ts';
import { createSendingRest, type Rest } from './sending-rest.ts';
import { createStepLoop } from './step-loop.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * Milliseconds between two looks: a timer notices neither a clock that jumps nor a letter that another process has
 * made.
 */
const LOOK_EVERY = 5000;
/** Milliseconds for which a stop waits for the mail server's answer. */
const LONGEST_GOODBYE = 20_000;

export interface LetterQueue {
  /** Continues with the letters that were left when the program ended. */
  start(): Promise<void>;
  /** Says that there may be something to send. */
  wake(): void;
  /** Ends a rest: the owner wants an attempt now. */
  tryNow(): void;
  rest(): Rest | null;
  /** Stops the queue; resolves when the outcome of the letter that is being sent is recorded. */
  stop(): Promise<void>;
}

interface QueueOptions {
  db: Executor;
  clock: Clock;
  timers: Timers;
  carrier: LetterCarrier;
  office: () => Promise<LetterOffice>;
  /** Advances a letter that is not being sent yet by one step. */
  prepare: (letter: OpenLetter) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Sends letters one at a time. The records that are written before and after each one are what remains after a kill;
 * for at most one letter it is then unknown whether it was sent (docs/rules.md, "Letters").
 */
export function createLetterQueue(options: QueueOptions): LetterQueue {
  const { db, clock, timers, carrier, onError } = options;
  let rate: Rate = createRate();
  const rest = createSendingRest(clock, carrier);
  const recordOutcome = createOutcomes({ db, clock, rest, onTaken: (now) => rate.note(now) });
  let lastContent: { id: number; content: LetterContent } | null = null;

  const contentOf = async ({ id }: OpenLetter): Promise<LetterContent> => {
    if (lastContent?.id !== id)
      lastContent = { id, content: letterContent.parse(JSON.parse(await getContent(db, id))) };
    return lastContent.content;
  };

  /** Sends a letter to one recipient; returns whether there was a recipient whose time has come. */
  const sendNext = async (letter: OpenLetter, office: LetterOffice): Promise<boolean> => {
    const content = await contentOf(letter);
    const recipient = await takeRecipient(db, letter.id, clock.now());
    if (recipient === null) return false;
    if (recipient === 'left') return true;
    // A recipient whom the database forgot in a power cut would get the letter twice.
    await flushed(db);
    await recordOutcome(recipient, await carrier.deliver(letterMail(content, recipient, office)));
    // The letter may have been ended while its last copy was being sent.
    await refreshFigures(db, letter.id);
    return true;
  };

  /** Advances one letter by a step towards its sending or its end; false when no letter can be advanced. */
  const advance = async (letters: readonly OpenLetter[], now: number): Promise<boolean> => {
    const unprepared = letters.find(({ state }) => state !== 'sending');
    if (unprepared) {
      await options.prepare(unprepared);
      return true;
    }
    for (const { id } of letters) {
      if (await hasRecipientsLeft(db, id)) continue;
      await endLetter(db, id, { state: 'done', reason: null, now });
      return true;
    }
    return false;
  };

  /** Takes the next step; returns the milliseconds until there may be another. */
  const step = async (): Promise<number> => {
    const office = await options.office();
    const now = clock.now();
    const letters = await openLetters(db, now);
    if (await advance(letters, now)) return 0;
    const resting = rest.lasting(now);
    if (resting) return Math.min(resting.until - now, LOOK_EVERY);
    if (missingOf(office.settings).length > 0) return LOOK_EVERY;
    const wait = letters.length === 0 ? 0 : rate.wait(now, office.settings);
    if (wait > 0) return Math.min(wait, LOOK_EVERY);
    for (const letter of letters) if (await sendNext(letter, office)) return 0;
    carrier.rest();
    const next = [await nextStart(db), await nextTry(db)].flatMap((at) => (at === null ? [] : [Date.parse(at) - now]));
    return Math.max(1, Math.min(LOOK_EVERY, ...next));
  };

  const loop = createStepLoop({ step, timers, onError });
  return {
    async start() {
      await resumeInterrupted(db, clock.now());
      rate = createRate(await sentSince(db, clock.now() - HOUR));
      loop.start();
    },
    wake: loop.wake,
    tryNow() {
      rest.end();
      loop.wake();
    },
    rest: rest.current,
    async stop() {
      const callOff = timers.after(LONGEST_GOODBYE, () => carrier.abort());
      await loop.stop();
      callOff();
      carrier.rest();
    },
  };
}

/** The largest number of letters that may be sent. */
interface RateLimits {
  perMinute: number;
  perHour: number;
}

interface Rate {
  /** Records that a letter was sent at this time, in milliseconds since 1970. */
  note(at: number): void;
  /** Milliseconds until another letter may be sent; 0 for now. */
  wait(now: number, limits: RateLimits): number;
}

/** Counts letters in the last minute and the last hour. `sent` are the times of letters that were sent earlier. */
function createRate(sent: readonly number[] = []): Rate {
  let times = [...sent];
  const waitFor = (now: number, limit: number, span: number): number => {
    const first = times[times.length - limit];
    return first === undefined || first <= now - span ? 0 : first + span - now;
  };
  return {
    note(at) {
      times.push(at);
    },
    wait(now, { perMinute, perHour }) {
      // A time after `now` is from before the clock was set back, so the real time is unknown.
      if ((times.at(-1) ?? 0) > now) times = times.filter((time) => time <= now);
      if (times.length > 2 * perHour) times = times.slice(-perHour);
      return Math.max(waitFor(now, perMinute, MINUTE), waitFor(now, perHour, HOUR));
    },
  };
}
