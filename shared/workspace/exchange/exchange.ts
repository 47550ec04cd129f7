import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { staysHere } from '../document-ids.ts';
import type { ExchangeStore } from '../store-port.ts';
import { createEchoFilter } from './echo-filter.ts';
import type { Exchange, ExchangeApi } from './exchange-port.ts';
import { createExchangeStatus } from './exchange-status.ts';
import { createForeignChanges } from './foreign-changes.ts';
import { createHeavyDocuments } from './heavy-documents.ts';
import { bringBack, createDeletionWatch } from './held-deletions.ts';
import { createRoundLoop, type RoundLoop, type RoundParts } from './round-loop.ts';

export type { Exchange, ExchangeApi } from './exchange-port.ts';

interface ExchangeOptions {
  store: ExchangeStore;
  api: ExchangeApi;
  clock: Clock;
  timers: Timers;
  /** From 0 to 1: devices that lost the same server do not come back in the same moment. */
  random(): number;
  uniqueId(): string;
  /** Hears what went wrong and will be tried again, or was passed over; for a log. */
  report?: (problem: unknown) => void;
}

/** What is written within this time goes in one push. */
const PUSH_DELAY_MS = 100;

/**
 * The client half of the exchange, the same for a browser and the desktop. Works in rounds, one at a time: pull, push,
 * then listen for events; a write here starts a round that pushes, an event one that pulls. After a failure it tries
 * again by itself, later each time; signed out, it rests until `syncNow`. It reads no clock but to say when it last
 * succeeded, and how old a count of deletions is that an earlier start began.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { store, clock, timers, uniqueId, report = () => undefined } = options;
  const parts: RoundParts = {
    ...options,
    report,
    status: createExchangeStatus(store),
    echo: createEchoFilter(timers),
    deletions: createDeletionWatch({ store, clock, timers, uniqueId }),
    foreign: createForeignChanges(report),
    refused: new Set<string>(),
    heavy: createHeavyDocuments(),
  };
  const { status, foreign, refused, heavy } = parts;
  const loop = createRoundLoop(parts);
  let cancelPush: (() => void) | null = null;

  return {
    start: loop.start,
    stop() {
      cancelPush?.();
      cancelPush = null;
      return loop.stop();
    },
    noticeWrite(documentId) {
      if (documentId !== undefined && staysHere(documentId)) return;
      // What was written shows that the store takes words again.
      const isKeptAgain = status.facts.isUnkept;
      if (isKeptAgain) status.say({ isUnkept: false });
      status.noteWrite(documentId);
      if (documentId === undefined) status.recount().catch(report);
      const state = loop.state();
      // Where the last attempt failed for another reason, the next one takes it along.
      if (state === 'stopped' || (state === 'failing' && !isKeptAgain)) return;
      cancelPush ??= timers.after(PUSH_DELAY_MS, () => {
        cancelPush = null;
        void loop.go(false);
      });
    },
    syncNow() {
      loop.forgetFailures();
      // What was refused may suit a server that is a newer one now.
      refused.clear();
      heavy.clear();
      return loop.go(true);
    },
    state: status.state,
    onState: status.onState,
    statusOf: status.statusOf,
    onForeign: foreign.listen,
    ...answersOfOwner(parts, loop),
  };
}

/** What the owner answers to the exchange's questions. */
function answersOfOwner(
  { store, clock, status, deletions, foreign }: RoundParts,
  loop: RoundLoop,
): Pick<Exchange, 'adoptSite' | 'answerDeletions'> {
  return {
    async adoptSite() {
      const { question } = status.facts;
      if (question === null) return;
      loop.adopt();
      await store.startOver(question.siteId);
      status.say({ question: null });
      await loop.go(true);
    },
    async answerDeletions(key, answer) {
      if (deletions.question()?.key !== key) return;
      if (answer === 'delete') await deletions.allow();
      else {
        const back = await bringBack(store, await deletions.asked(), clock.now());
        for (const { id } of back) status.noteWrite(id);
        foreign.tell(back);
        await deletions.keep();
      }
      status.say({ deletions: null });
      await loop.go(true);
    },
  };
}
