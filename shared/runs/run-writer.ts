import type { Timers } from '#shared/kernel/timers.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';

interface RunWriterOptions {
  timers: Timers;
  /** Puts the run on the disk as it is at that moment. Throws NotKeptError. */
  write(): Promise<void>;
  /** `diskFault` says something else. */
  onChange(): void;
  /** What was to be written soon cannot be written. */
  onFault(what: string, error: unknown): void;
}

/** Puts a run on the disk, tried again until the disk takes it. */
export interface RunWriter {
  /** Why this computer's disk does not take the run; null while it does. */
  diskFault(): string | null;
  /** Tries until it is on the disk: nothing that must come after it may begin before. */
  untilStored(attempt: () => Promise<void>): Promise<void>;
  /** Writes within half a second. */
  soon(): void;
  /** The write that was to come soon is not made. */
  callOff(): void;
  /** Nothing is tried again. */
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
