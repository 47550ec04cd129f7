interface FairQueueLimits {
  /** The largest number of entries of all owners together, and below it of one owner. */
  all: number;
  ofOne: number;
}

/** The reason why an entry is refused: the queue is full, or its owner has too many entries. */
type Refusal = 'full' | 'too-many';

interface FairQueue<T> {
  /** Adds an entry. Returns null when it was accepted. */
  add(owner: string, entry: T): Refusal | null;
  /** Removes and returns the next entry; undefined when there is none. */
  take(): T | undefined;
  /** Removes an entry. Returns whether it was still in the queue. */
  remove(owner: string, entry: T): boolean;
  readonly size: number;
}

/**
 * Creates a queue in which owners take turns: one entry of each, then the next one of each, however many one of them
 * has. So nobody waits for more than one entry of anybody else at a time. An owner's entries keep their order.
 */
export function createFairQueue<T>({ all, ofOne }: FairQueueLimits): FairQueue<T> {
  /** The owners in the order of their turns; each has at least one entry. */
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
