import type { ExchangeStore } from '../store-port.ts';
import type { RoundPorts } from './round-ports.ts';

/** The store between a start of the exchange and its stop. */
export interface StoppableStore {
  /** The store for the rounds; after the end all its calls reject. */
  readonly store: RoundPorts['store'];
  compact(id: string): Promise<void>;
  hasEnded(): boolean;
  /** Resolves when nothing is being written any more. */
  end(): Promise<void>;
}

export function createStoppableStore(store: ExchangeStore): StoppableStore {
  const storing = new Set<Promise<unknown>>();
  let hasEnded = false;
  const during =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      if (hasEnded) throw new Stopped();
      const answer = call(...args);
      storing.add(answer);
      try {
        return await answer;
      } finally {
        storing.delete(answer);
      }
    };
  return {
    store: {
      place: during(() => store.place()),
      receive: during((...args) => store.receive(...args)),
      unsent: during((...args) => store.unsent(...args)),
      acknowledge: during((...args) => store.acknowledge(...args)),
      enqueue: during((...args) => store.enqueue(...args)),
      startOver: during((...args) => store.startOver(...args)),
      documents: during((...args) => store.documents(...args)),
      lacksBeginnings: during((...args) => store.lacksBeginnings(...args)),
      load: during((...args) => store.load(...args)),
      tombstones: during(() => store.tombstones()),
      waiting: during(() => store.waiting()),
    },
    compact: during((id: string) => store.compact(id)),
    hasEnded: () => hasEnded,
    async end() {
      hasEnded = true;
      await Promise.allSettled(storing);
    },
  };
}

/** Thrown in a round that was still running when its session ended; nothing waits for its end. */
class Stopped extends Error {}
