export interface Line {
  readonly text: string;
  /** Inside a fenced code block, or one of its two fences. */
  readonly isFenced: boolean;
}

// Patterns examine only the beginning of a line: a line may be megabytes long.
const HEAD = 400;

/** Returns the beginning of a line, for patterns to examine. */
export function headOf(line: string): string {
  return line.length > HEAD ? line.slice(0, HEAD) : line;
}

export interface Fence {
  readonly mark: string;
  /** The text after the opening marks: "markdown", "json", or nothing. */
  readonly info: string;
}

/** Returns the fence that a line opens or, when `info` is empty, may close. */
export function fenceOf(line: string): Fence | null {
  const [, mark = '', info = ''] = /^ {0,3}(`{3,20}|~{3,20})[ \t]*([^`]*)$/.exec(headOf(line)) ?? [];
  return mark === '' || line.length > HEAD ? null : { mark, info: info.trim().toLowerCase() };
}

/**
 * Whether a fence holds Markdown, and so may hold other fences. Models open those with as few marks as the outer fence.
 */
function holdsMarkdown({ info }: Fence): boolean {
  return /^(markdown|md|text|txt|plaintext)$/.test(info);
}

/** Follows a fence to the line that closes it; with `hasInner`, past the fences inside it. */
export class FenceWalk {
  readonly #outer: Fence;
  readonly #hasInner: boolean;
  #inner = 0;

  constructor(outer: Fence, { hasInner = holdsMarkdown(outer) } = {}) {
    this.#outer = outer;
    this.#hasInner = hasInner;
  }

  /** Whether a fence line closes the outer fence. To be called for every fence line inside it, in order. */
  isClosedBy(fence: Fence): boolean {
    const { mark } = this.#outer;
    // A fence line with fewer marks or other marks can neither close the outer fence nor be mistaken for it.
    if (fence.mark[0] !== mark[0] || fence.mark.length < mark.length) return false;
    if (fence.info !== '') {
      // Except for "markdown": it opens the next post's fence, when the outer fence was never closed.
      if (this.#hasInner && !/^(markdown|md)$/.test(fence.info)) this.#inner += 1;
      return false;
    }
    if (this.#inner === 0) return true;
    this.#inner -= 1;
    return false;
  }
}

/**
 * Splits a text into lines. A fence that is never closed marks no line as fenced, so that an answer that was cut off is
 * not all code.
 */
export function readLines(text: string): Line[] {
  const lines = text.split('\n');
  const fenced = new Uint8Array(lines.length);
  let opened: { walk: FenceWalk; at: number } | null = null;
  lines.forEach((line, index) => {
    const fence = fenceOf(line);
    if (fence === null) return;
    if (opened === null) {
      opened = { walk: new FenceWalk(fence), at: index };
    } else if (opened.walk.isClosedBy(fence)) {
      fenced.fill(1, opened.at, index + 1);
      opened = null;
    }
  });
  return lines.map((line, index) => ({ text: line, isFenced: fenced[index] === 1 }));
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text).join('\n');
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

export interface Block {
  /** The text of the line that began the block, without its marker. */
  readonly heading: string;
  readonly lines: readonly Line[];
}

/** Cuts a text at the lines that begin a block; `before` holds the lines before the first block. */
export function cutAt(
  lines: readonly Line[],
  headingOf: (line: Line, index: number) => string | null,
): { before: readonly Line[]; blocks: readonly Block[] } {
  const starts = lines.flatMap((line, index) => {
    const heading = headingOf(line, index);
    return heading === null ? [] : [{ index, heading }];
  });
  const blocks = starts.map(({ index, heading }, at) => ({
    heading,
    lines: lines.slice(index + 1, starts[at + 1]?.index),
  }));
  return { before: lines.slice(0, starts[0]?.index ?? lines.length), blocks };
}
