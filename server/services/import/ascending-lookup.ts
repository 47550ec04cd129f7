import type { Span } from '../markdown-addresses.ts';

/** Whether places, asked for in their order, lie in one of the spans; both are walked through once. */
export function createAscendingLookup(spans: readonly Span[]): (offset: number) => boolean {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let covered = 0;
  return (offset) => {
    for (let span = inOrder[next]; span !== undefined && span.start <= offset; span = inOrder[++next]) {
      covered = Math.max(covered, span.end);
    }
    return offset < covered;
  };
}
