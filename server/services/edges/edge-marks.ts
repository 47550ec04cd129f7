import { randomBytes } from 'node:crypto';
import type { TellEdge } from '#server/adapters/edge-client.ts';

/** The tag of the page that holds the mark. */
export const MARK_TAG = 'edge-mark';

/** A small page for the edges alone, which says something new each time one of them is told anything. */
export interface EdgeMarks {
  /** The current mark. */
  text(): string;
  /** Makes a new one; answers its number. */
  next(): number;
  /** Whether a text is an earlier mark than the one with this number: what an edge has kept although it was told. */
  isBefore(text: string, number: number): boolean;
}

/** `server` names this one among others behind the same edge, in every life the same: 12 hex digits. */
export function createEdgeMarks(server: string): EdgeMarks {
  // Marks of an earlier start count from one, too.
  const start = randomBytes(6).toString('hex');
  let last = 0;
  return {
    text: () => `${server}.${start}.${last}`,
    next() {
      last += 1;
      return last;
    },
    isBefore(text, number) {
      const [, whose, begun, counted] = /^([0-9a-f]{12})\.([0-9a-f]{12})\.(\d+)$/.exec(text.trim()) ?? [];
      // Another reader's mark, which the edge has asked for meanwhile, tells nothing.
      return whose === server && (begun !== start || Number(counted) < number);
    },
  };
}

interface CheckedEdgeOptions {
  tell: TellEdge;
  /** Reads the mark as a reader would get it from the edge; null where it could not be read. */
  look: (signal: AbortSignal) => Promise<string | null>;
  marks: EdgeMarks;
}

/**
 * Tells an edge, and looks whether it has done what it says: one that answers "dropped" and shows the page from before all
 * the same is a failure like one that does not answer. Where nothing can be seen its word is taken.
 */
export function tellAndLook({ tell, look, marks }: CheckedEdgeOptions): TellEdge {
  return async ({ tags, isGone }, signal) => {
    const mark = marks.next();
    await tell({ tags: [...tags, MARK_TAG], isGone }, signal);
    const seen = await look(signal);
    if (seen !== null && marks.isBefore(seen, mark)) throw new Error('Still shows what it was told to drop');
  };
}
