import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { staysHere } from './document-ids.ts';
import { faultOf } from './exchange-fault.ts';
import type { Exchange, ExchangeApi } from './exchange-port.ts';
import { exchangeRound } from './exchange-round.ts';
import { createExchangeStatus, factsAfter } from './exchange-status.ts';
import { createHeavyDocuments } from './heavy-documents.ts';
import { bringBack, createDeletionWatch } from './held-deletions.ts';
import { createOwnEcho } from './own-echo.ts';
import type { RoundPorts } from './round-ports.ts';
import type { ExchangeStore, ForeignChange } from './store-port.ts';
import type { Timers } from './timers.ts';

export type { Exchange, ExchangeApi, ExchangeState } from './exchange-port.ts';
export type { ForeignChange } from './store-port.ts';

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
/** Reading a document takes time for each of its updates. */
const COMPACT_EVERY = 100;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/**
 * The client half of the exchange, the same for a browser and the desktop. Works in rounds, one at a time: pull, push,
 * then listen for events; a write here starts a round that pushes, an event one that pulls. After a failure it tries
 * again by itself, later each time; signed out, it rests until `syncNow`. It reads no clock but to say when it last
 * succeeded.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { store, api, clock, timers, random, uniqueId, report = () => undefined } = options;
  const status = createExchangeStatus(store);
  const echo = createOwnEcho(timers);
  const deletions = createDeletionWatch({ store, timers, uniqueId });
  const foreignListeners = new Set<(changes: readonly ForeignChange[]) => void>();
  const refused = new Set<string>();
  const heavy = createHeavyDocuments();
  /** How often something came in, by document. */
  const received = new Map<string, number>();
  /** A start and all that came of it; a later start has another. */
  let session: { readonly storing: Set<Promise<unknown>> } | null = null;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isPullWanted = false;
  let isFailing = false;
  let isFirst = true;
  let isAdopting = false;
  /** The server of now has taken our sign-in: before that it hears of no document, nor of which site we know. */
  let isGreeted = false;
  let failures = 0;
  let cursor: WorkspaceCursor | null = null;
  /** The last event nobody has looked at. */
  let heard: WorkspaceCursor | null = null;
  let watching: AbortController | null = null;
  let cancelRetry: (() => void) | null = null;
  let cancelPush: (() => void) | null = null;

  /** The store as a round sees it: after a stop it takes nothing any more, and a stop waits for what it is taking. */
  function portsOf(mine: NonNullable<typeof session>): RoundPorts {
    const during =
      <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
      async (...args: Args): Promise<Answer> => {
        if (session !== mine) throw new Stopped();
        const answer = call(...args);
        mine.storing.add(answer);
        try {
          return await answer;
        } finally {
          mine.storing.delete(answer);
        }
      };
    return {
      store: {
        place: during(() => store.place()),
        receive: during((...args) => store.receive(...args)),
        unsent: during((...args) => store.unsent(...args)),
        acknowledge: during((...args) => store.acknowledge(...args)),
        enqueue: during((...args) => store.enqueue(...args)),
        startOver: during((...args) => store.startOver(...args)),
        documents: during((...args) => store.documents(...args)),
        lacksBeginnings: during((...args) => store.lacksBeginnings(...args)),
        load: during((...args) => store.load(...args)),
        tombstones: during(() => store.tombstones()),
        waiting: during(() => store.waiting()),
      },
      api,
      clock,
      uniqueId,
      refused,
      deletions,
      heavy,
      onReceived(changed) {
        if (changed.length === 0) return;
        deletions.note(changed);
        for (const { id } of changed) {
          const times = (received.get(id) ?? 0) + 1;
          received.set(id, times);
          // It only makes the next opening quicker.
          if (times % COMPACT_EVERY === 0) during((each: string) => store.compact(each))(id).catch(report);
        }
        tellForeign(changed);
      },
      onAcknowledged(changes, seqs) {
        for (const { id } of changes) status.count(id, -1);
        echo.pushedTo(seqs, cursor);
        status.say();
      },
      onPushedAgain(documents) {
        if (!isAdopting) status.say({ pushedAgain: (status.facts.pushedAgain ?? 0) + documents });
      },
      report,
    };
  }

  function tellForeign(changed: readonly ForeignChange[]): void {
    for (const listener of foreignListeners) {
      try {
        listener(changed);
      } catch (error) {
        // The changes are stored; an error of a listener that shows them is its own.
        report(error);
      }
    }
  }

  /** Makes a round, or another one after the one that runs; resolves when no more are wanted. */
  function go(isPulling: boolean): Promise<void> {
    if (session === null) return Promise.resolve();
    isWanted = true;
    isPullWanted ||= isPulling;
    running ??= work(session);
    return running;
  }
  async function work(mine: NonNullable<typeof session>): Promise<void> {
    while (isWanted && session === mine) {
      const isPulling = isPullWanted || watching === null;
      isWanted = false;
      isPullWanted = false;
      await attempt(mine, isPulling);
      if (session === mine) lookAtHeard();
    }
    if (session === mine) running = null;
  }
  async function attempt(mine: NonNullable<typeof session>, isPulling: boolean): Promise<void> {
    cancelRetry?.();
    cancelRetry = null;
    if (isPulling) echo.taken();
    try {
      if (!isGreeted) {
        // A disk that gives nothing is said without a network, too.
        await store.place();
        await api.greet();
      }
      if (session !== mine) return;
      isGreeted = true;
      const outcome = await exchangeRound(portsOf(mine), { isPulling, isFirst });
      if (session !== mine) return;
      if (outcome.kind === 'question') {
        isFailing = true;
        unwatch();
        const { question } = status.facts;
        const asked = question?.siteId === outcome.siteId ? question : { siteId: outcome.siteId };
        status.say({ isOnline: true, isSignedIn: true, question: asked });
        retryAfter(LAST_RETRY_MS);
        return;
      }
      const held = deletions.question();
      isFailing = false;
      isFirst &&= held !== null;
      isAdopting = false;
      cursor = outcome.cursor;
      if (isPulling) echo.pulledTo(cursor);
      await status.recount();
      if (session !== mine) return;
      const healthy = { isOnline: true, isSignedIn: true, isUnkept: false, question: null };
      const lastSyncedAt = held ? status.facts.lastSyncedAt : clock.now();
      status.say({ ...healthy, refused: refused.size, tooLarge: heavy.ids(), lastSyncedAt, deletions: held });
      watch(mine);
    } catch (error) {
      if (session !== mine) return;
      fail(error);
    }
  }

  function fail(error: unknown): void {
    const fault = faultOf(error);
    isFailing = true;
    isGreeted = false;
    unwatch();
    status.say({ ...factsAfter[fault], refused: refused.size, tooLarge: heavy.ids() });
    // Only a sign-in changes that, and it calls `syncNow`.
    if (fault === 'signed-out') return;
    if (fault !== 'offline') report(error);
    retryLater();
  }
  function retryLater(): void {
    retryAfter(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
    failures += 1;
  }
  function retryAfter(milliseconds: number): void {
    cancelRetry?.();
    cancelRetry = timers.after(milliseconds * (0.5 + random() / 2), () => {
      cancelRetry = null;
      void go(true);
    });
  }

  function watch(mine: NonNullable<typeof session>): void {
    if (watching !== null) return;
    const controller = new AbortController();
    watching = controller;
    const isCurrent = () => session === mine && watching === controller;
    const ended = (error: unknown) => {
      if (!isCurrent()) return;
      watching = null;
      isGreeted = false;
      if (faultOf(error) === 'signed-out') status.say(factsAfter['signed-out']);
      // Whether the server is there, and whether the session of now is over too, the next round says.
      retryLater();
    };
    api
      .watch((event) => {
        if (!isCurrent()) return;
        failures = 0;
        heard = event;
        // A round under way may be pushing just what the event tells of.
        if (running === null) lookAtHeard();
      }, controller.signal)
      .then(() => ended(null), ended);
  }
  function lookAtHeard(): void {
    const event = heard;
    heard = null;
    if (event === null || watching === null) return;
    const kind = echo.hear(event, cursor);
    if (kind === 'new') void go(true);
    else if (kind === 'echo') echo.takeLater(() => void go(true));
  }
  function unwatch(): void {
    watching?.abort();
    watching = null;
  }

  return {
    start() {
      if (session !== null) return;
      session = { storing: new Set() };
      running = null;
      isFailing = false;
      isFirst = true;
      isGreeted = false;
      failures = 0;
      echo.pulledTo(null);
      status.recount().catch(report);
      status.say({ isStarted: true });
      void go(true);
    },
    async stop() {
      const ending = session;
      session = null;
      isWanted = false;
      running = null;
      cancelRetry?.();
      cancelPush?.();
      cancelRetry = null;
      cancelPush = null;
      echo.taken();
      unwatch();
      deletions.reset();
      status.say({ isStarted: false, deletions: null });
      await Promise.allSettled(ending?.storing ?? []);
    },
    noticeWrite(documentId) {
      if (documentId !== undefined && staysHere(documentId)) return;
      // What was written shows that the store takes words again.
      const isKeptAgain = status.facts.isUnkept;
      if (isKeptAgain) status.say({ isUnkept: false });
      status.noteWrite(documentId);
      if (documentId === undefined) status.recount().catch(report);
      // Where the last attempt failed for another reason, the next one takes it along.
      if (session === null || (isFailing && !isKeptAgain)) return;
      cancelPush ??= timers.after(PUSH_DELAY_MS, () => {
        cancelPush = null;
        void go(false);
      });
    },
    syncNow() {
      failures = 0;
      // What was refused may suit a server that is a newer one now.
      refused.clear();
      heavy.clear();
      return go(true);
    },
    state: status.state,
    onState: status.onState,
    statusOf: status.statusOf,
    onForeign(listener) {
      foreignListeners.add(listener);
      return () => foreignListeners.delete(listener);
    },
    async adoptSite() {
      const { question } = status.facts;
      if (question === null) return;
      isAdopting = true;
      await store.startOver(question.siteId);
      status.say({ question: null });
      await go(true);
    },
    async settleDeletions(key, answer) {
      if (deletions.question()?.key !== key) return;
      if (answer === 'delete') deletions.allow();
      else {
        const back = await bringBack(store, await deletions.asked(), clock.now());
        for (const { id } of back) status.noteWrite(id);
        tellForeign(back);
        deletions.keep();
      }
      status.say({ deletions: null });
      await go(true);
    },
  };
}

/** A round that was still running when its session ended; nothing waits for its end. */
class Stopped extends Error {}
