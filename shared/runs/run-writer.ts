import type { Timers } from '#shared/kernel/timers.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';

interface RunWriterOptions {
  timers: Timers;
  /** Writes the run to the disk in its current state. Throws NotKeptError. */
  write(): Promise<void>;
  /** Called when the value of `diskFault` has changed. */
  onChange(): void;
  /** Called when a write requested by `soon` has failed. */
  onFault(what: string, error: unknown): void;
}

/** Writes a run to the disk, and retries until the disk accepts it. */
export interface RunWriter {
  /** The reason why this computer's disk does not accept the run; null while the disk accepts it. */
  diskFault(): string | null;
  /** Retries until the attempt is on the disk: work that must come after it may not begin before. */
  untilStored(attempt: () => Promise<void>): Promise<void>;
  /** Writes the run within half a second. */
  soon(): void;
  /** Cancels the write that `soon` has requested. */
  callOff(): void;
  /** Ends all retries. */
  close(): void;
}

const SOON_MS = 500;
const TRY_AGAIN_MS = [500, 1000, 2000, 4000];
const LONGEST_TRY_AGAIN_MS = 8000;

export function createRunWriter({ timers, write, onChange, onFault }: RunWriterOptions): RunWriter {
  let fault: string | null = null;
  let isClosed = false;
  let callOffSoon: (() => void) | null = null;
  let isUnwritten = false;

  function setFault(reason: string | null): void {
    if (fault === reason) return;
    fault = reason;
    onChange();
  }

  async function untilStored(attempt: () => Promise<void>): Promise<void> {
    for (let tries = 0; !isClosed; tries += 1) {
      try {
        await attempt();
        setFault(null);
        return;
      } catch (error) {
        if (!(error instanceof NotKeptError)) throw error;
        setFault(reasonOf(error));
        const ms = TRY_AGAIN_MS[tries] ?? LONGEST_TRY_AGAIN_MS;
        await new Promise<void>((resolve) => void timers.after(ms, resolve));
      }
    }
  }

  function writeSoon(): void {
    callOffSoon ??= timers.after(SOON_MS, async () => {
      try {
        await untilStored(write);
      } catch (error) {
        onFault('The run could not be written', error);
      }
      callOffSoon = null;
      if (isUnwritten) writeSoon();
      isUnwritten = false;
    });
  }

  return {
    diskFault: () => fault,
    untilStored,
    soon() {
      isUnwritten = callOffSoon !== null;
      writeSoon();
    },
    callOff() {
      callOffSoon?.();
      callOffSoon = null;
    },
    close() {
      isClosed = true;
      callOffSoon?.();
    },
  };
}

function reasonOf({ cause, message }: NotKeptError): string {
  return cause instanceof Error ? cause.message || cause.name : message;
}
