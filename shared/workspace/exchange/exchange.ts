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
  /** Returns a number from 0 to 1, so that devices that lost the same server do not come back at the same moment. */
  random(): number;
  uniqueId(): string;
  /** Receives errors that will be retried, or that were skipped; for a log. */
  report?: (problem: unknown) => void;
}

/** Writes within this time go in one push. */
const PUSH_DELAY_MS = 100;

/**
 * Creates the client half of the exchange, the same for a browser and the desktop. It works in rounds, one at a time:
 * pull, push, then listen for events. A write here starts a round that pushes; an event starts a round that pulls.
 * After a failure it retries by itself, later each time; when signed out, it rests until `syncNow`. It reads the clock
 * only for the time of the last success, and for the age of a count of deletions that an earlier start began.
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
      // A write shows that the store accepts words again.
      const isKeptAgain = status.facts.isUnkept;
      if (isKeptAgain) status.say({ isUnkept: false });
      status.noteWrite(documentId);
      if (documentId === undefined) status.recount().catch(report);
      const state = loop.state();
      // If the last attempt failed for another reason, the next attempt sends this write too.
      if (state === 'stopped' || (state === 'failing' && !isKeptAgain)) return;
      cancelPush ??= timers.after(PUSH_DELAY_MS, () => {
        cancelPush = null;
        void loop.go(false);
      });
    },
    syncNow() {
      loop.forgetFailures();
      // The server may be a newer one now, which accepts the refused changes.
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

/** Returns the functions by which the owner answers the exchange's questions. */
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
