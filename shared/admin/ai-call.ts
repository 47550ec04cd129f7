import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import { cancelChat } from '#shared/contract/ai.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/** The shortest time, in milliseconds, between two updates of the shown text: at most 20 a second. */
const SHOW_EVERY_MS = 50;
/**
 * In milliseconds. The server sends something every 15 s: a connection without a byte for this long is dead, whatever
 * the system reports.
 */
const SILENCE_MS = 40_000;
const CANCEL_AGAIN_MS = [500, 1000, 2000, 4000, 8000, 15_000];
/** Together the tries last about as long as the server remembers a stop that came before its call. */
const CANCEL_TRIES = 40;

/** Stops calls at the server, and retries while the server cannot be reached. */
export function createCallStops({ api, timers }: { api: ApiClient; timers: Timers }) {
  const stopping = new Set<string>();
  let isClosed = false;
  const wait = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));

  async function tellServer(key: string): Promise<void> {
    for (let tries = 0; tries < CANCEL_TRIES && stopping.has(key) && !isClosed; tries += 1) {
      try {
        await api.call(cancelChat, { params: { key } });
        break;
      } catch (error) {
        // The server does not know the key: nothing was bought, and from now on the server buys nothing under this key.
        if (error instanceof ApiError && error.status === 404 && error.code !== undefined) break;
        await wait(CANCEL_AGAIN_MS[tries] ?? 15_000);
      }
    }
    stopping.delete(key);
  }

  return {
    stop(key: string) {
      if (stopping.has(key)) return;
      stopping.add(key);
      void tellServer(key);
    },
    /** Called when the call is wanted after all. */
    forget: (key: string) => void stopping.delete(key),
    close() {
      isClosed = true;
    },
  };
}

/** Text that is arriving: shown at once when it begins, then at most once per interval. */
export function createArrival(timers: Timers, clock: Clock, show: (output: string) => void) {
  let output = '';
  let shown = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | null = null;
  const now = () => {
    callOff?.();
    callOff = null;
    if (shown === output.length) return;
    shown = output.length;
    shownAt = clock.now();
    show(output.toWellFormed());
  };
  return {
    add(text: string) {
      // None of our texts may contain this character: as part of the next prompt the text would be refused (contract,
      // `storableText`).
      output += text.replaceAll('\u0000', '');
      const left = shownAt + SHOW_EVERY_MS - clock.now();
      if (left <= 0 || left > SHOW_EVERY_MS) now();
      else callOff ??= timers.after(left, now);
    },
    show: now,
    // The stored text and the sent text must be the same: half a surrogate pair can be stored nowhere.
    end: () => output.toWellFormed(),
    close() {
      callOff?.();
      callOff = null;
    },
  };
}

/** Gives up a connection that has gone silent. */
export function createSilence(timers: Timers, giveUp: () => void) {
  let callOff = timers.after(SILENCE_MS, giveUp);
  return {
    heard() {
      callOff();
      callOff = timers.after(SILENCE_MS, giveUp);
    },
    close: () => callOff(),
  };
}
