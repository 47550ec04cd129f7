import type { PhrasingContent } from 'mdast';

/**
 * Returns the inline children of one block as one string, so that a rule can match across them: text unchanged, a line
 * break as a newline, every other node (code, link, picture, escaped bracket, raw HTML) as one NUL, which Markdown text
 * never contains. Positions in the string can be passed to {@link editRun}.
 */
export function runText(children: readonly PhrasingContent[]): string {
  return children.map((node) => (node.type === 'text' ? node.value : node.type === 'break' ? '\n' : '\0')).join('');
}

/**
 * An edit of a run: replaces [start, end) by nothing, or by the result of `wrap` for the nodes in [keepFrom, keepTo).
 */
export interface RunEdit {
  start: number;
  end: number;
  keepFrom?: number;
  keepTo?: number;
  wrap?: (kept: PhrasingContent[]) => PhrasingContent[];
}

/** Returns the children with the edits applied; edits are in order and do not overlap. One pass over the children. */
export function editRun(children: readonly PhrasingContent[], edits: readonly RunEdit[]): PhrasingContent[] {
  const take = taker(children);
  const result: PhrasingContent[] = [];
  for (const edit of edits) {
    result.push(...take(edit.start));
    if (edit.wrap) {
      take(edit.keepFrom ?? edit.start);
      result.push(...edit.wrap(take(edit.keepTo ?? edit.end)));
    }
    take(edit.end);
  }
  result.push(...take(Number.POSITIVE_INFINITY));
  return mergeText(result);
}

function taker(children: readonly PhrasingContent[]): (end: number) => PhrasingContent[] {
  let index = 0;
  let position = 0;
  let used = 0;
  return (end) => {
    const taken: PhrasingContent[] = [];
    for (let node = children[index]; node && position < end; node = children[index]) {
      if (node.type !== 'text') {
        taken.push(node);
        position += 1;
        index += 1;
        continue;
      }
      const available = node.value.length - used;
      const length = Math.min(available, end - position);
      if (length > 0) taken.push({ type: 'text', value: node.value.slice(used, used + length) });
      position += length;
      used += length;
      if (used === node.value.length) {
        index += 1;
        used = 0;
      }
    }
    return taken;
  };
}

/** Joins neighbouring texts and removes empty ones. */
export function mergeText(children: readonly PhrasingContent[]): PhrasingContent[] {
  const merged: PhrasingContent[] = [];
  let pending: string[] = [];
  const flush = () => {
    const value = pending.join('');
    if (value !== '') merged.push({ type: 'text', value });
    pending = [];
  };
  for (const node of children) {
    if (node.type === 'text') {
      pending.push(node.value);
      continue;
    }
    flush();
    merged.push(node);
  }
  flush();
  return merged;
}
