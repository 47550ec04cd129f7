interface FairQueueLimits {
  /** Entries of all together, and of one owner. */
  all: number;
  ofOne: number;
}

/** Why an entry is not taken: the queue is full, or its owner has too many in it. */
type Refusal = 'full' | 'too-many';

interface FairQueue<T> {
  /** Null when the entry was taken. */
  add(owner: string, entry: T): Refusal | null;
  /** The next entry; undefined when there is none. */
  take(): T | undefined;
  /** Whether it was still there. */
  remove(owner: string, entry: T): boolean;
  readonly size: number;
}

/**
 * A queue in which owners take turns: one entry of each, then the next one of each, however many one of them has. So
 * nobody waits for more than one entry of anybody else at a time. An owner's own come in their order.
 */
export function createFairQueue<T>({ all, ofOne }: FairQueueLimits): FairQueue<T> {
  /** Owners in the order of their turns; each has entries. */
  const waiting = new Map<string, T[]>();
  let size = 0;

  return {
    add(owner, entry) {
      const own = waiting.get(owner) ?? [];
      if (size >= all) return 'full';
      if (own.length >= ofOne) return 'too-many';
      own.push(entry);
      waiting.set(owner, own);
      size += 1;
      return null;
    },
    take() {
      const [next] = waiting;
      if (!next) return undefined;
      const [owner, [entry, ...rest]] = next;
      waiting.delete(owner);
      if (rest.length > 0) waiting.set(owner, rest);
      size -= 1;
      return entry;
    },
    remove(owner, entry) {
      const own = waiting.get(owner) ?? [];
      const rest = own.filter((each) => each !== entry);
      if (rest.length === own.length) return false;
      if (rest.length > 0) waiting.set(owner, rest);
      else waiting.delete(owner);
      size -= 1;
      return true;
    },
    get size() {
      return size;
    },
  };
}
