import type { AuditNote } from '#server/repositories/history/audit.ts';
import type { RefusedEvent } from '#shared/kernel/audit-events.ts';

const HOUR = 60 * 60 * 1000;
/**
 * The number of kinds and networks of attempts that are counted separately in an hour; further attempts share one sum
 * for each kind.
 */
const MOST_APART = 20;
/** The network that is recorded for the shared sum. */
const OTHERS = 'other networks';

/** A refused attempt of a stranger, and its network. */
export interface RefusedTry {
  event: RefusedEvent;
  /** The network, as returned by `clientNetwork`. */
  network: string;
  /** The target of the attempt: an address of the API, a name. Nothing that was typed. */
  name?: string;
}

interface Sum {
  given: RefusedTry;
  /** The number of attempts that are not recorded yet. */
  waiting: number;
}

/**
 * Counts refused attempts within an hour, so that the log grows by only a few rows, whatever the number of attempts.
 */
export interface RefusedSums {
  /** Counts one more attempt; returns the notes to record now. */
  add(given: RefusedTry, now: number): AuditNote[];
  /** The notes to record for past hours. */
  past(now: number): AuditNote[];
  /** The notes to record for everything that is counted. */
  all(): AuditNote[];
}

export function createRefusedSums(): RefusedSums {
  const sums = new Map<string, Sum>();
  let hour = 0;
  const noteOf = ({ event, network, name = '' }: RefusedTry, count: number): AuditNote => ({
    ...{ event, name, count },
    by: { kind: 'stranger', device: '', network },
  });
  const all = () => {
    const notes = [...sums.values()].flatMap(({ given, waiting }) => (waiting > 0 ? [noteOf(given, waiting)] : []));
    sums.clear();
    return notes;
  };
  const past = (now: number) => {
    const current = Math.floor(now / HOUR);
    if (current === hour) return [];
    hour = current;
    return all();
  };
  return {
    past,
    all,
    add(given, now) {
      const over = past(now);
      const isApart = sums.has(keyOf(given)) || sums.size < MOST_APART;
      const counted: RefusedTry = isApart ? given : { event: given.event, network: OTHERS };
      const known = sums.get(keyOf(counted));
      if (known) {
        known.waiting += 1;
        return over;
      }
      sums.set(keyOf(counted), { given: counted, waiting: 0 });
      return [...over, noteOf(counted, 1)];
    },
  };
}

const keyOf = ({ event, network, name = '' }: RefusedTry) => JSON.stringify([event, network, name]);
