import { randomBytes } from 'node:crypto';
import type { TellEdge } from '#server/adapters/edge-client.ts';

/** The tag of the page that contains the mark. */
export const MARK_TAG = 'edge-mark';

/** A small page for the edges alone, whose content changes each time an edge is told to drop something. */
export interface EdgeMarks {
  /** The current mark. */
  text(): string;
  /** Makes a new mark; returns its number. */
  next(): number;
  /**
   * Whether a text is an earlier mark than the mark with this number: then the edge has kept a page that it was told to
   * drop.
   */
  isBefore(text: string, number: number): boolean;
}

/**
 * `server` identifies this server among others behind the same edge, and stays the same after a restart: 12 hex digits.
 */
export function createEdgeMarks(server: string): EdgeMarks {
  // The marks of an earlier start also count from one.
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
      // The mark of another reader instance, which the edge has fetched meanwhile, proves nothing.
      return whose === server && (begun !== start || Number(counted) < number);
    },
  };
}

interface CheckedEdgeOptions {
  tell: TellEdge;
  /** Reads the mark through the edge, as a reader would; null when it could not be read. */
  look: (signal: AbortSignal) => Promise<string | null>;
  marks: EdgeMarks;
}

/**
 * Tells an edge what to drop, and checks that it has done so: an edge that answers "dropped" and still shows the old
 * page is a failure, like an edge that does not answer. When nothing can be checked, the edge's answer is believed.
 */
export function tellAndLook({ tell, look, marks }: CheckedEdgeOptions): TellEdge {
  return async ({ tags, isGone }, signal) => {
    const mark = marks.next();
    await tell({ tags: [...tags, MARK_TAG], isGone }, signal);
    const seen = await look(signal);
    if (seen !== null && marks.isBefore(seen, mark)) throw new Error('Still shows what it was told to drop');
  };
}
