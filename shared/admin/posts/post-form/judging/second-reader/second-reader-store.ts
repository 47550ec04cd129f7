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
  /** Nothing is requested. `fresh`: the reading that was just made, until the judge reports it. */
  | { readonly kind: 'idle'; readonly fresh: SecondReading | null }
  | { readonly kind: 'pricing' }
  | { readonly kind: 'priced'; readonly foreseen: AnswerOf<typeof estimateReading> }
  /** The reading would be refused; `message` gives the reason. */
  | { readonly kind: 'refused'; readonly message: string }
  /**
   * `how`: the server does not answer (`unanswered`), or takes long (`slow`), since it asks a busy provider again by
   * itself.
   */
  | { readonly kind: 'asking'; readonly asked: AskedReading; readonly how: 'reading' | 'slow' | 'unanswered' }
  /** `isOver`: asking again is another purchase; otherwise the same call is repeated. */
  | { readonly kind: 'failed'; readonly asked: AskedReading; readonly message: string; readonly isOver: boolean };

/** The owner's requests for a second reading of one post (docs/rules.md, "Second reader"). */
export interface SecondReaderStore extends ReadableStore<SecondReaderState> {
  /** Requests the price of a reading. */
  look(): Promise<void>;
  /** Buys the reading. */
  ask(): Promise<void>;
  stop(): void;
  /** Repeats a failed request; when this is another purchase, its price is shown first. */
  tryAgain(): Promise<void>;
  back(): void;
  /** Continues with a reading that was requested earlier in this form. */
  resume(): Promise<void>;
  /**
   * To be called when the form is left: listening ends, and the requested reading is kept for when the form is opened
   * again.
   */
  leave(): void;
}

export interface SecondReaderOptions {
  api: ApiClient;
  clock: Clock;
  timers: Timers;
  unique(): string;
  kept: KeptReadings;
  /** The name of the form; the same when the form is opened again. */
  place(): string;
  /** The post with the current values of the form. */
  body(): ReadingBody;
  /** Called when a reading was stored with the post. */
  onRead(): void;
  /** Called when nobody is signed in. */
  onSignedOut(): void;
}

/** The server knows a key for thirty days: afterwards it would buy a reading again for which nobody waits any more. */
const KEPT_MS = 25 * 24 * 60 * 60 * 1000;
/** Most readings take less time than this, in milliseconds. */
const SLOW_MS = 12_000;
/** The pauses, in milliseconds, before a server that did not answer is asked again. */
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
      // If this computer cannot store the request, the call is made nevertheless: the server stores its key.
      await kept.keep(options.place(), asked).catch(() => undefined);
      // The reading may have been stopped, or the form left, while the disk wrote.
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

/** Follows a call until it has ended; when the server does not answer, the call is repeated under the same key. */
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
      // An error code comes from our own server and means that the call has ended; otherwise the call is repeated under
      // its key.
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
