import type { AuditNote } from '#server/repositories/history/audit.ts';
import type { RefusedEvent } from '#shared/kernel/audit-events.ts';

const HOUR = 60 * 60 * 1000;
/** Kinds of tries and networks that are told apart in an hour; what comes after them is one sum for each kind. */
const MOST_APART = 20;
/** What the others come from. */
const OTHERS = 'other networks';

/** What strangers tried, and from where. */
export interface RefusedTry {
  event: RefusedEvent;
  /** As `clientNetwork` has it. */
  network: string;
  /** What was tried: an address of the API, a name. Nothing that was typed. */
  name?: string;
}

interface Sum {
  given: RefusedTry;
  /** Tries that are not noted yet. */
  waiting: number;
}

/** Counts what is refused within an hour, so that however much is tried the log grows by a few rows. */
export interface RefusedSums {
  /** One more; answers what is to be noted now. */
  add(given: RefusedTry, now: number): AuditNote[];
  /** What is to be noted of hours that are over. */
  past(now: number): AuditNote[];
  /** What is to be noted of everything. */
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
