import { percentile } from '../statistics.ts';

/** The figures of the requests of one kind. */
export interface KindFigures {
  kind: string;
  asked: number;
  /** The milliseconds from the request to the last byte. */
  median: number;
  p99: number;
  slowest: number;
  /** Answered 429. */
  limited: number;
  /** Answered 5xx, or not at all. */
  failed: number;
}

/** Records the answers to requests. */
export interface Tally {
  /** Records an answer; status 0 if none came. `took` in milliseconds. */
  record(kind: string, status: number, took: number): void;
  /** Returns the figures of every kind, in the order in which the kinds first came. */
  figures(): KindFigures[];
}

export function createTally(): Tally {
  const kinds = new Map<string, { took: number[]; limited: number; failed: number }>();
  return {
    record(kind, status, took) {
      const known = kinds.get(kind) ?? { took: [], limited: 0, failed: 0 };
      kinds.set(kind, known);
      known.took.push(took);
      if (status === 429) known.limited += 1;
      if (status === 0 || status >= 500) known.failed += 1;
    },
    figures: () =>
      [...kinds].map(([kind, { took, limited, failed }]) => ({
        kind,
        asked: took.length,
        median: percentile(took, 0.5),
        p99: percentile(took, 0.99),
        slowest: percentile(took, 1),
        limited,
        failed,
      })),
  };
}
