import type { Timers } from '#shared/kernel/timers.ts';
import type { RunEvent, RunStateKind } from '#shared/workflow/run-states.ts';
import type { StepCalls } from './step-calls-port.ts';

interface ReconnectOptions {
  timers: Timers;
  calls: Pick<StepCalls, 'isServerThere' | 'isSignedIn'>;
  /** The current state of the run. */
  kind(): RunStateKind;
  /** Called when the network or the session is back. */
  onBack(event: RunEvent): void;
}

/** Checks for a run without a network or a session whether it is back; the checks become rarer over time. */
export interface Reconnect {
  /** Checks at once. */
  now(): Promise<void>;
  /** To be called when the run has entered another state. */
  entered(): void;
  /** To be called when something has arrived: the next series of checks begins with the shortest wait. */
  forgetTries(): void;
  close(): void;
}

const TRY_MS = [500, 1000, 2000, 4000, 8000];
const LONGEST_TRY_MS = 15_000;

export function createReconnect({ timers, calls, kind, onBack }: ReconnectOptions): Reconnect {
  let callOff: (() => void) | null = null;
  let tries = 0;
  let isClosed = false;

  function later(): void {
    if (callOff) return;
    const ms = TRY_MS[tries] ?? LONGEST_TRY_MS;
    tries += 1;
    callOff = timers.after(ms, () => {
      callOff = null;
      void now();
    });
  }

  async function now(): Promise<void> {
    const lost = kind();
    if (lost !== 'offline' && lost !== 'signed-out') return;
    const isBack = lost === 'offline' ? await calls.isServerThere() : await calls.isSignedIn();
    if (kind() !== lost || isClosed) return;
    if (isBack) onBack({ type: lost === 'offline' ? 'online' : 'signed-in' });
    else later();
  }

  return {
    now,
    entered() {
      if (kind() === 'offline' || kind() === 'signed-out') {
        later();
        return;
      }
      callOff?.();
      callOff = null;
    },
    forgetTries() {
      tries = 0;
    },
    close() {
      isClosed = true;
      callOff?.();
    },
  };
}
