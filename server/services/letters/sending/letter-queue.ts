import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Delivery, LetterCarrier } from '#server/adapters/letters/letter-carrier.ts';
import type { Executor } from '#server/db/transaction.ts';
import {
  endLetter,
  getContent,
  nextStart,
  type OpenLetter,
  openLetters,
  refreshFigures,
  setPaused,
} from '#server/repositories/letters/letters.ts';
import {
  hasRecipientsLeft,
  markFailed,
  markSent,
  nextTry,
  putOff,
  type Recipient,
  resumeInterrupted,
  sentSince,
  takeRecipient,
} from '#server/repositories/letters/recipients.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { type LetterContent, letterContent } from '../compose/letter-content.ts';
import { missingOf } from '../sender.ts';
import { type LetterOffice, letterMail } from './letter-mail.ts';
import { LONGEST_REST, MOST_LOSSES, nextTryAfter, REFUSALS_IN_ROW, restAfter } from './patience.ts';
import { createRate, type Rate } from './rate.ts';

const HOUR = 60 * 60 * 1000;
/** Looked at again and again: a timer sees neither a clock that jumps nor a letter another process has made. */
const LOOK_EVERY = 5000;
/** Milliseconds to the next look after something could not be done (a full disk). */
const TRIED_AGAIN = 30_000;
/** Milliseconds a stop waits for the mail server's answer. */
const LONGEST_GOODBYE = 20_000;

/** Why nothing is sent just now, and until when (milliseconds since 1970). */
export interface Rest {
  reason: string;
  until: number;
}

export interface LetterQueue {
  /** Goes on with what was left when the program ended. */
  start(): Promise<void>;
  /** There may be something to send. */
  wake(): void;
  /** Ends a rest: the owner wants it tried now. */
  tryNow(): void;
  rest(): Rest | null;
  /** Resolves when the letter under way is settled. */
  stop(): Promise<void>;
}

interface QueueOptions {
  db: Executor;
  clock: Clock;
  timers: Timers;
  carrier: LetterCarrier;
  office: () => Promise<LetterOffice>;
  /** Brings a letter that is not being sent yet a step nearer to it. */
  prepare: (letter: OpenLetter) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Sends letters one after the other, one at a time: what is written down before and after each is what a kill leaves, and
 * it can leave one letter alone of which it is not known whether it went out (docs/rules.md, "Letters").
 */
export function createLetterQueue(options: QueueOptions): LetterQueue {
  const { db, clock, timers, carrier, onError } = options;
  let rate: Rate = createRate();
  let rest: Rest | null = null;
  /** In a row. */
  let failures = 0;
  let refusals = 0;
  let lastContent: { id: number; content: LetterContent } | null = null;
  let isStopped = false;
  let running: Promise<void> | null = null;
  let endSleep: (() => void) | null = null;

  const restFor = (reason: string) => {
    failures += 1;
    rest = { reason, until: clock.now() + restAfter(failures) };
    carrier.rest();
  };
  const contentOf = async ({ id }: OpenLetter): Promise<LetterContent> => {
    if (lastContent?.id !== id)
      lastContent = { id, content: letterContent.parse(JSON.parse(await getContent(db, id))) };
    return lastContent.content;
  };

  const recordOutcome = async (recipient: Recipient, delivery: Delivery): Promise<void> => {
    const { letterId, attempts, losses } = recipient;
    const now = clock.now();
    if (delivery.kind === 'taken') {
      rate.note(now);
      [failures, refusals, rest] = [0, 0, null];
      await markSent(db, recipient, now);
      return;
    }
    const { answer } = delivery;
    if (delivery.kind === 'unreachable') {
      restFor(answer);
      const lost = losses + (delivery.isLost ? 1 : 0);
      const tried = attempts + (delivery.isLost ? 1 : 0);
      const isEnough = delivery.isLost && tried >= MOST_LOSSES;
      const next = { dueAt: rest?.until ?? now, answer, attempts: tried, losses: lost };
      await (isEnough ? markFailed(db, recipient, { answer, isBounce: false, now }) : putOff(db, recipient, next));
      return;
    }
    refusals += 1;
    const wait = delivery.kind === 'put-off' ? nextTryAfter(attempts + 1) : null;
    if (wait !== null) await putOff(db, recipient, { dueAt: now + wait, answer, attempts: attempts + 1, losses });
    else await markFailed(db, recipient, { answer, isBounce: delivery.kind === 'refused' && delivery.isBounce, now });
    if (refusals < REFUSALS_IN_ROW) return;
    refusals = 0;
    if (delivery.kind === 'put-off') restFor(answer);
    else await setPaused(db, [letterId], `The mail server has refused ${REFUSALS_IN_ROW} in a row. It says: ${answer}`);
  };

  /** Sends one of a letter; answers whether there was one whose time has come. */
  const sendNext = async (letter: OpenLetter, office: LetterOffice): Promise<boolean> => {
    const content = await contentOf(letter);
    const recipient = await takeRecipient(db, letter.id, clock.now());
    if (recipient === null) return false;
    if (recipient === 'left') return true;
    await recordOutcome(recipient, await carrier.deliver(letterMail(content, recipient, office)));
    // It may have been ended while its last one was under way.
    await refreshFigures(db, letter.id);
    return true;
  };

  /** Does the next thing; answers the milliseconds until there may be another. */
  const step = async (): Promise<number> => {
    const office = await options.office();
    const now = clock.now();
    const letters = await openLetters(db, now);
    const unprepared = letters.find(({ state }) => state !== 'sending');
    if (unprepared) {
      await options.prepare(unprepared);
      return 0;
    }
    for (const { id } of letters) {
      if (await hasRecipientsLeft(db, id)) continue;
      await endLetter(db, id, { state: 'done', reason: null, now });
      return 0;
    }
    // A clock that was set back makes no rest longer.
    if (rest && (rest.until <= now || rest.until > now + LONGEST_REST)) rest = null;
    if (rest) return Math.min(rest.until - now, LOOK_EVERY);
    if (missingOf(office.settings).length > 0) return LOOK_EVERY;
    const wait = letters.length === 0 ? 0 : rate.wait(now, office.settings);
    if (wait > 0) return Math.min(wait, LOOK_EVERY);
    for (const letter of letters) if (await sendNext(letter, office)) return 0;
    carrier.rest();
    const next = [await nextStart(db), await nextTry(db)].flatMap((at) => (at === null ? [] : [Date.parse(at) - now]));
    return Math.max(1, Math.min(LOOK_EVERY, ...next));
  };

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const callOff = timers.after(milliseconds, resolve);
      endSleep = () => {
        callOff();
        resolve();
      };
    });
  const run = async () => {
    while (!isStopped) {
      const wait = await step().catch((error: unknown) => {
        onError(error);
        return TRIED_AGAIN;
      });
      if (isStopped) return;
      // Queries answer without leaving the turn of the event loop they are asked in.
      if (wait === 0) await nextTurn();
      else await sleep(wait);
      endSleep = null;
    }
  };
  return {
    async start() {
      await resumeInterrupted(db, clock.now());
      rate = createRate(await sentSince(db, clock.now() - HOUR));
      running ??= run();
    },
    wake: () => endSleep?.(),
    tryNow() {
      [rest, failures] = [null, 0];
      endSleep?.();
    },
    rest: () => rest,
    async stop() {
      isStopped = true;
      endSleep?.();
      const callOff = timers.after(LONGEST_GOODBYE, () => carrier.abort());
      await running;
      callOff();
      carrier.rest();
    },
  };
}
