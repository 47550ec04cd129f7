import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { OutboxRows, Weight } from '#server/repositories/publication/reader-outbox.ts';
import type { Delivery, DeliveryKind, deliveryBodies } from '#shared/contract/reader-deliveries.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/**
 * Milliseconds until counted readings are written down, all in one go: a kill loses at most this much. A write takes
 * the disk some milliseconds.
 */
const WRITE_EVERY = 250;
/**
 * The largest number of waiting entries of each kind. Readings beyond it are not counted; messages beyond it are
 * refused.
 */
const MOST: Record<Weight, number> = { counted: 100_000, written: 10_000 };
/** The largest number of entries counted between two writes. */
const MOST_UNWRITTEN = 5000;

/** The visitor who has left something, as far as the writer needs to know. */
export type Visitor = Delivery['visitor'];
type BodyOf<K extends DeliveryKind> = z.input<(typeof deliveryBodies)[K]>;

/** Everything that visitors have left, until the writer has it (docs/rules.md, "Reader instances"). */
export interface Outbox {
  /**
   * Stores an entry that a visitor has written; it is on the disk when this returns. Throws AppError `overloaded` when
   * too much waits.
   */
  keep<K extends DeliveryKind>(kind: K, visitor: Visitor, body: BodyOf<K>): void;
  /** Stores an entry that is only counted; it is on the disk within a quarter of a second. */
  count<K extends DeliveryKind>(kind: K, visitor: Visitor, body: BodyOf<K>): void;
  /** Writes down the entries that are counted so far. */
  flush(): void;
  waiting(): { number: number; oldest: string | null };
  close(): void;
}

interface OutboxOptions {
  rows: OutboxRows;
  clock: Clock;
  timers: Timers;
  /** Called when there is something to deliver. */
  onKept: () => void;
  onError: (error: unknown) => void;
}

export function createOutbox({ rows, clock, timers, onKept, onError }: OutboxOptions): Outbox {
  const held = rows.count();
  let unwritten: (Delivery & { weight: Weight })[] = [];
  let callOff: (() => void) | null = null;

  const made = <K extends DeliveryKind>(kind: K, visitor: Visitor, body: BodyOf<K>): Delivery => ({
    ...{ id: randomUUID(), takenAt: new Date(clock.now()).toISOString() },
    ...{ kind, visitor, body },
  });
  const flush = () => {
    callOff?.();
    callOff = null;
    if (unwritten.length === 0) return;
    try {
      rows.add(unwritten);
      unwritten = [];
      onKept();
    } catch (error) {
      onError(error);
    }
  };
  const countHeld = () => Object.assign(held, rows.count());
  return {
    keep(kind, visitor, body) {
      if (held.written >= MOST.written && countHeld().written >= MOST.written) throw new AppError('overloaded');
      rows.add([{ ...made(kind, visitor, body), weight: 'written' }]);
      held.written += 1;
      onKept();
    },
    count(kind, visitor, body) {
      if (unwritten.length >= MOST_UNWRITTEN) return;
      if (held.counted >= MOST.counted && countHeld().counted >= MOST.counted) return;
      unwritten.push({ ...made(kind, visitor, body), weight: 'counted' });
      held.counted += 1;
      callOff ??= timers.after(WRITE_EVERY, flush);
    },
    flush,
    waiting: () => {
      const { counted, written } = countHeld();
      return { number: counted + written + unwritten.length, oldest: rows.oldest() };
    },
    close() {
      flush();
      rows.close();
    },
  };
}
