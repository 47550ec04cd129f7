import type { List, Nodes } from 'mdast';
import { AppError } from '#shared/kernel/errors.ts';
import { checkBounds } from '../bounds/bounds.ts';
import { parseMarkdown } from '../markdown/parse.ts';

/**
 * A piece of Markdown that is merged as a whole: a paragraph, a heading, a list item, a fence of code, a table. `gap`
 * is the text between it and the next block: the end of its last line and the blank lines after it.
 */
export interface Block {
  readonly text: string;
  readonly gap: string;
  readonly isItem: boolean;
}

export interface SplitText {
  /** Blank lines before the first block. */
  readonly lead: string;
  readonly blocks: readonly Block[];
}

/** Splits a text into its blocks. `lead` and the `text` and `gap` of every block, joined together, are the text. */
export function splitBlocks(markdown: string): SplitText {
  const starts = [...blockStarts(markdown)].sort(([a], [b]) => a - b);
  const first = starts[0]?.[0] ?? markdown.length;
  const blocks = starts.map(([start, isItem], index) => {
    const whole = markdown.slice(start, starts[index + 1]?.[0] ?? markdown.length);
    const end = endOfText(whole);
    return { text: whole.slice(0, end), gap: whole.slice(end), isItem };
  });
  return { lead: markdown.slice(0, first), blocks };
}

/** Returns the end of the last line that is not blank. */
export function endOfText(text: string): number {
  const newline = text.indexOf('\n', text.trimEnd().length);
  if (newline < 0) return text.length;
  return text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** Returns the offset of each line on which a block begins, and whether the block is a list item. */
function blockStarts(markdown: string): Map<number, boolean> {
  const starts = new Map<number, boolean>();
  const begin = (node: Nodes, isItem: boolean) => {
    const { offset = 0, column = 1 } = node.position?.start ?? {};
    const line = offset - column + 1;
    if (!starts.has(line)) starts.set(line, isItem);
  };
  const items = (list: List) => {
    for (const item of list.children) {
      begin(item, true);
      for (const child of item.children) if (child.type === 'list') items(child);
    }
  };
  const root = parsed(markdown);
  if (root === null) return paragraphStarts(markdown);
  for (const node of root.children) {
    if (node.type === 'list') items(node);
    else begin(node, false);
  }
  return starts;
}

function parsed(markdown: string) {
  try {
    checkBounds(markdown);
    return parseMarkdown(markdown);
  } catch (error) {
    if (error instanceof AppError && error.code === 'content_too_complex') return null;
    throw error;
  }
}

/** Splits at blank lines: for a text too complex to parse, which must be merged all the same. */
function paragraphStarts(markdown: string): Map<number, boolean> {
  const starts = new Map<number, boolean>();
  let offset = 0;
  let isOpen = false;
  for (const line of markdown.split('\n')) {
    const isBlank = line.trim() === '';
    if (!isBlank && !isOpen) starts.set(offset, false);
    isOpen = !isBlank;
    offset += line.length + 1;
  }
  return starts;
}
