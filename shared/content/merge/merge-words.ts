import { diffWordsWithSpace } from 'diff';
import { splitBlocks } from './merge-blocks.ts';
import { hunksOf } from './merge-hunks.ts';

/** A stretch of two texts beside each other: in both, only in the old one, or only in the new one. */
export interface Difference {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

// Beyond so many differing words two versions of a block have nothing in common that is worth showing.
const MAX_EDITS = 600;

/**
 * How `after` differs from `before`, by words, for the owner to read. What is `same` or `removed`, put together, is
 * `before`; what is `same` or `added` is `after`.
 */
export function diffWords(before: string, after: string): Difference[] {
  const old = splitBlocks(before);
  const now = splitBlocks(after);
  const differences: Difference[] = [];
  const add = (kind: Difference['kind'], text: string) => {
    const last = differences.at(-1);
    if (text === '') return;
    if (last?.kind === kind) differences[differences.length - 1] = { kind, text: last.text + text };
    else differences.push({ kind, text });
  };
  const change = (removed: string, added: string) => {
    for (const { kind, text } of wordsBetween(removed, added)) add(kind, text);
  };
  change(old.lead, now.lead);
  let at = 0;
  let shift = 0;
  const keep = (end: number) => {
    for (; at < end; at += 1) {
      const [was, is] = [old.blocks[at], now.blocks[at + shift]];
      if (!was || !is) continue;
      add('same', was.text);
      change(was.gap, is.gap);
    }
  };
  for (const { start, end, from, to } of hunksOf(old.blocks, now.blocks)) {
    keep(start);
    change(whole(old.blocks.slice(start, end)), whole(now.blocks.slice(from, to)));
    shift += to - from - (end - start);
    at = end;
  }
  keep(old.blocks.length);
  return differences;
}

function whole(blocks: readonly { text: string; gap: string }[]): string {
  return blocks.map(({ text, gap }) => text + gap).join('');
}

function wordsBetween(before: string, after: string): Difference[] {
  if (before === after) return [{ kind: 'same', text: before }];
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (changes === undefined) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
