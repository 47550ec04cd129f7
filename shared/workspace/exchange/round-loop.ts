import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { ExchangeStore } from '../store-port.ts';
import type { EchoFilter } from './echo-filter.ts';
import { faultOf } from './exchange-fault.ts';
import type { ExchangeApi } from './exchange-port.ts';
import { exchangeRound, type RoundOutcome } from './exchange-round.ts';
import { type ExchangeStatus, factsAfter } from './exchange-status.ts';
import type { ForeignChanges } from './foreign-changes.ts';
import type { HeavyDocuments } from './heavy-documents.ts';
import type { DeletionWatch } from './held-deletions.ts';
import type { RoundPorts } from './round-ports.ts';
import { createServerEvents, type ServerEvents } from './server-events.ts';
import { createStoppableStore, type StoppableStore } from './stoppable-store.ts';

const FIRST_RETRY_MS = 1000;
/** The longest time between two attempts. */
const LAST_RETRY_MS = 60_000;

/** Schedules retries after failures: later after each failure, and never at the same time on all devices. */
interface RetryTimer {
  /** Schedules a retry after a failure. */
  later(): void;
  after(milliseconds: number): void;
  callOff(): void;
  /** Resets the delay, because the server answers: the next failure counts as the first. */
  forget(): void;
}

/** The parts that the rounds of an exchange work with. */
export interface RoundParts {
  readonly store: ExchangeStore;
  readonly api: ExchangeApi;
  readonly clock: Clock;
  readonly timers: Timers;
  random(): number;
  uniqueId(): string;
  report(problem: unknown): void;
  readonly status: ExchangeStatus;
  readonly echo: EchoFilter;
  readonly deletions: DeletionWatch;
  readonly foreign: ForeignChanges;
  /** Ids of the changes that the server refuses. */
  readonly refused: Set<string>;
  readonly heavy: HeavyDocuments;
}

/** Makes rounds, one at a time, and listens for events between them. */
export interface RoundLoop {
  start(): void;
  /** Resolves when nothing is being written any more. Pending network calls are abandoned. */
  stop(): Promise<void>;
  /** Makes a round, or another one after the running one; resolves when no more are wanted. */
  go(isPulling: boolean): Promise<void>;
  /** Whether rounds are made at all, and whether the last one failed and will be retried. */
  state(): 'stopped' | 'failing' | 'well';
  /** Forgets earlier failures. */
  forgetFailures(): void;
  /**
   * Announces that the next round gives the documents of this device to another site, which has not lost any of them.
   */
  adopt(): void;
}

/** The state that a round leaves for the next. */
interface LoopState {
  /** The session of one start, until its stop; a later start has another. */
  session: StoppableStore | null;
  running: Promise<void> | null;
  isWanted: boolean;
  isPullWanted: boolean;
  isFailing: boolean;
  /** Whether nothing has succeeded since the start. */
  isFirst: boolean;
  isAdopting: boolean;
  /**
   * Whether the current server has accepted the sign-in: before that it is told of no document, nor which site this
   * device knows.
   */
  isGreeted: boolean;
  cursor: WorkspaceCursor | null;
}

/** The parts, the state between the rounds, and what starts the next round. */
interface Loop extends RoundParts {
  readonly at: LoopState;
  readonly retry: RetryTimer;
  readonly events: ServerEvents;
}

export function createRoundLoop(parts: RoundParts): RoundLoop {
  const { status, echo, deletions } = parts;
  const at: LoopState = {
    ...{ session: null, running: null, isWanted: false, isPullWanted: false, isFailing: false },
    ...{ isFirst: true, isAdopting: false, isGreeted: false, cursor: null },
  };
  const retry = createRetryTimer(parts.timers, parts.random, () => void go(true));
  const events = createServerEvents({
    ...{ api: parts.api, echo },
    place: () => at.cursor,
    isBusy: () => at.running !== null,
    onEvent: () => retry.forget(),
    onNews: () => void go(true),
    onEnd(error) {
      at.isGreeted = false;
      if (faultOf(error) === 'signed-out') status.say(factsAfter['signed-out']);
      // The next round finds out whether the server is there, and whether the current session is over too.
      retry.later();
    },
  });
  const loop: Loop = { ...parts, at, retry, events };

  function go(isPulling: boolean): Promise<void> {
    if (at.session === null) return Promise.resolve();
    at.isWanted = true;
    at.isPullWanted ||= isPulling;
    at.running ??= work(loop, at.session);
    return at.running;
  }

  return {
    go,
    start() {
      if (at.session !== null) return;
      at.session = createStoppableStore(parts.store);
      const fresh = { running: null, isFailing: false, isFirst: true, isGreeted: false } satisfies Partial<LoopState>;
      Object.assign(at, fresh);
      retry.forget();
      echo.pulledTo(null);
      status.recount().catch(parts.report);
      status.say({ isStarted: true });
      void go(true);
    },
    async stop() {
      const ending = at.session?.end();
      Object.assign(at, { session: null, isWanted: false, running: null } satisfies Partial<LoopState>);
      retry.callOff();
      echo.clear();
      events.unwatch();
      deletions.rest();
      status.say({ isStarted: false, deletions: null });
      await ending;
    },
    state: () => (at.session === null ? 'stopped' : at.isFailing ? 'failing' : 'well'),
    forgetFailures: () => retry.forget(),
    adopt() {
      at.isAdopting = true;
    },
  };
}

async function work(loop: Loop, session: StoppableStore): Promise<void> {
  const { at, events } = loop;
  while (at.isWanted && !session.hasEnded()) {
    const isPulling = at.isPullWanted || !events.isWatching();
    at.isWanted = false;
    at.isPullWanted = false;
    await attempt(loop, session, isPulling);
    if (!session.hasEnded()) events.look();
  }
  if (!session.hasEnded()) at.running = null;
}

async function attempt(loop: Loop, session: StoppableStore, isPulling: boolean): Promise<void> {
  const { at, api, echo, retry } = loop;
  retry.callOff();
  if (isPulling) echo.clear();
  try {
    if (!at.isGreeted) {
      // A disk that cannot be read is reported even without a network.
      await session.store.place();
      await api.greet();
    }
    if (session.hasEnded()) return;
    at.isGreeted = true;
    const outcome = await exchangeRound(portsOf(loop, session), { isPulling, isFirst: at.isFirst });
    if (session.hasEnded()) return;
    if (outcome.kind === 'question') ask(loop, outcome.siteId);
    else await succeed(loop, session, outcome, isPulling);
  } catch (error) {
    if (!session.hasEnded()) fail(loop, error);
  }
}

/** Handles an answer from another site: nothing is exchanged until the owner agrees, or the former site is back. */
function ask({ at, events, status, retry }: Loop, siteId: string): void {
  at.isFailing = true;
  events.unwatch();
  const { question } = status.facts;
  const asked = question?.siteId === siteId ? question : { siteId };
  status.say({ isOnline: true, isSignedIn: true, question: asked });
  retry.after(LAST_RETRY_MS);
}

async function succeed(
  { at, clock, deletions, echo, events, heavy, refused, status }: Loop,
  session: StoppableStore,
  { cursor }: Extract<RoundOutcome, { kind: 'done' }>,
  isPulling: boolean,
): Promise<void> {
  const held = deletions.question();
  at.isFailing = false;
  at.isFirst &&= held !== null;
  at.isAdopting = false;
  at.cursor = cursor;
  if (isPulling) echo.pulledTo(cursor);
  await status.recount();
  if (session.hasEnded()) return;
  const healthy = { isOnline: true, isSignedIn: true, isUnkept: false, question: null };
  const lastSyncedAt = held ? status.facts.lastSyncedAt : clock.now();
  status.say({ ...healthy, refused: refused.size, tooLarge: heavy.ids(), lastSyncedAt, deletions: held });
  events.watch();
}

function fail({ at, events, heavy, refused, report, retry, status }: Loop, error: unknown): void {
  const fault = faultOf(error);
  at.isFailing = true;
  at.isGreeted = false;
  events.unwatch();
  status.say({ ...factsAfter[fault], refused: refused.size, tooLarge: heavy.ids() });
  // Only a sign-in ends this state, and it calls `syncNow`.
  if (fault === 'signed-out') return;
  if (fault !== 'offline') report(error);
  retry.later();
}

/** Returns the ports that a round of this session works with. */
function portsOf(loop: Loop, session: StoppableStore): RoundPorts {
  const { at, api, clock, deletions, echo, foreign, heavy, refused, report, status, uniqueId } = loop;
  return {
    ...{ store: session.store, api, clock, uniqueId, refused, deletions, heavy, report },
    onReceived(changed) {
      if (changed.length === 0) return;
      deletions.note(changed);
      foreign.compact(changed, session);
      foreign.tell(changed);
    },
    onAcknowledged(changes, seqs) {
      for (const { id } of changes) status.count(id, -1);
      echo.pushedTo(seqs, at.cursor);
      status.say();
    },
    onPushedAgain(documents) {
      if (!at.isAdopting) status.say({ pushedAgain: (status.facts.pushedAgain ?? 0) + documents });
    },
  };
}

/** `random` returns a number from 0 to 1. */
function createRetryTimer(timers: Timers, random: () => number, tryAgain: () => void): RetryTimer {
  let failures = 0;
  let cancel: (() => void) | null = null;
  function callOff(): void {
    cancel?.();
    cancel = null;
  }
  function after(milliseconds: number): void {
    callOff();
    cancel = timers.after(milliseconds * (0.5 + random() / 2), () => {
      cancel = null;
      tryAgain();
    });
  }
  return {
    later() {
      after(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
      failures += 1;
    },
    after,
    callOff,
    forget() {
      failures = 0;
    },
  };
}
