import { createStore } from 'zustand/vanilla';
import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import {
  askSecondReader,
  estimateReading,
  type ReadingBody,
  type SecondReading,
} from '#shared/contract/second-readings.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { createCallStops } from '../../../../ai-call.ts';
import { errorText } from '../../../../error-text.ts';
import type { ReadableStore } from '../../../../ports.ts';
import type { AskedReading, KeptReadings } from './kept-reading.ts';

export type SecondReaderState =
  /** Nothing is asked for. `fresh`: what has just been read, until the judge tells of it. */
  | { readonly kind: 'idle'; readonly fresh: SecondReading | null }
  | { readonly kind: 'pricing' }
  | { readonly kind: 'priced'; readonly foreseen: AnswerOf<typeof estimateReading> }
  /** It would be refused, and says why. */
  | { readonly kind: 'refused'; readonly message: string }
  /** `how`: the server does not answer, or does not for long: it asks a busy provider again by itself. */
  | { readonly kind: 'asking'; readonly asked: AskedReading; readonly how: 'reading' | 'slow' | 'unanswered' }
  /** `isOver`: asking again is another purchase; else it asks for the same once more. */
  | { readonly kind: 'failed'; readonly asked: AskedReading; readonly message: string; readonly isOver: boolean };

/** Where the owner asks for a second reading of one post (docs/rules.md, "Second reader"). */
export interface SecondReaderStore extends ReadableStore<SecondReaderState> {
  /** Has the price asked. */
  look(): Promise<void>;
  /** Buys it. */
  ask(): Promise<void>;
  stop(): void;
  /** What failed once more: where that is another purchase, its price is shown first. */
  tryAgain(): Promise<void>;
  back(): void;
  /** Goes on with what was asked for in this form before. */
  resume(): Promise<void>;
  /** The form is left: nothing is listened to any more, and what was asked for stays for when it is opened again. */
  leave(): void;
}

export interface SecondReaderOptions {
  api: ApiClient;
  clock: Clock;
  timers: Timers;
  unique(): string;
  kept: KeptReadings;
  /** The name of the form, the same when it is opened again. */
  place(): string;
  /** The post as it stands in the form. */
  body(): ReadingBody;
  /** A reading has been stored with the post. */
  onRead(): void;
  /** Nobody is signed in. */
  onSignedOut(): void;
}

/** The server knows a key for thirty days: after that it would buy again what nobody waits for any more. */
const KEPT_MS = 25 * 24 * 60 * 60 * 1000;
/** Milliseconds most readings take less than. */
const SLOW_MS = 12_000;
/** Milliseconds after which a server that did not answer is asked again. */
const AGAIN_MS = [500, 1000, 2000, 4000, 8000, 15_000];
const IDLE: SecondReaderState = { kind: 'idle', fresh: null };

export function createSecondReaderStore(options: SecondReaderOptions): SecondReaderStore {
  const { api, clock, kept } = options;
  const store = createStore<SecondReaderState>(() => IDLE);
  const set = (state: SecondReaderState) => store.setState(state, true);
  const stops = createCallStops(options);
  let underWay: AbortController | null = null;

  function begin(): AbortSignal {
    underWay?.abort();
    underWay = new AbortController();
    return underWay.signal;
  }
  const following: Following = { ...options, set, begin };

  const secondReader: SecondReaderStore = {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    async look() {
      const signal = begin();
      set({ kind: 'pricing' });
      try {
        const foreseen = await api.call(estimateReading, { body: options.body(), signal });
        if (!signal.aborted) set({ kind: 'priced', foreseen });
      } catch (error) {
        if (!signal.aborted) set({ kind: 'refused', message: errorText(error) });
      }
    },
    async ask() {
      if (store.getState().kind !== 'priced') return;
      const asked: AskedReading = { key: options.unique(), body: options.body(), askedAt: clock.now() };
      const signal = begin();
      set({ kind: 'asking', asked, how: 'reading' });
      // Where this computer keeps nothing, the call is made all the same: the server keeps its key.
      await kept.keep(options.place(), asked).catch(() => undefined);
      // Stopped or left while the disk wrote.
      if (!signal.aborted) await follow(following, asked);
    },
    stop() {
      const now = store.getState();
      if (now.kind !== 'asking') return;
      begin();
      stops.stop(now.asked.key);
      forget(following);
      set({ kind: 'failed', asked: now.asked, message: 'Stopped.', isOver: true });
    },
    async tryAgain() {
      const now = store.getState();
      if (now.kind === 'failed' && !now.isOver) await follow(following, now.asked);
      else await secondReader.look();
    },
    back() {
      begin();
      forget(following);
      set(IDLE);
    },
    async resume() {
      const asked = await kept.find(options.place()).catch(() => null);
      if (asked === null || store.getState().kind !== 'idle') return;
      if (clock.now() - asked.askedAt > KEPT_MS) forget(following);
      else await follow(following, asked);
    },
    leave() {
      begin();
    },
  };
  return secondReader;
}

interface Following extends SecondReaderOptions {
  set(state: SecondReaderState): void;
  begin(): AbortSignal;
}

function forget({ kept, place }: Following): void {
  kept.drop(place()).catch(() => undefined);
}

/** Follows a call until it has ended; where the server does not answer it is asked again, under the same key. */
async function follow(following: Following, asked: AskedReading): Promise<void> {
  const { api, timers, set, begin, onRead, onSignedOut } = following;
  const signal = begin();
  set({ kind: 'asking', asked, how: 'reading' });
  for (let tries = 0; !signal.aborted; tries += 1) {
    const callOff = timers.after(SLOW_MS, () => signal.aborted || set({ kind: 'asking', asked, how: 'slow' }));
    try {
      const headers = { 'idempotency-key': asked.key };
      const { reading } = await api.call(askSecondReader, { body: asked.body, headers, signal });
      if (signal.aborted) return;
      forget(following);
      set({ kind: 'idle', fresh: reading });
      return onRead();
    } catch (error) {
      if (signal.aborted) return;
      // A code comes from our own server and means that the call has ended; else it is asked for again under its key.
      const isOurs = error instanceof ApiError && error.code !== undefined && error.code !== 'overloaded';
      if (isOurs) {
        const isSignedOut = error.status === 401;
        if (isSignedOut) onSignedOut();
        else forget(following);
        return set({ kind: 'failed', asked, message: errorText(error), isOver: !isSignedOut });
      }
    } finally {
      callOff();
    }
    set({ kind: 'asking', asked, how: 'unanswered' });
    await new Promise<void>((resolve) => void timers.after(AGAIN_MS[tries] ?? 15_000, resolve));
  }
}
