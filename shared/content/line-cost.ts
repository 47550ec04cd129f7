/** What the lines of a text cost as blocks: containers, tables, headings. */
export interface LineCost {
  lines: number;
  blankLines: number;
  /** Most lines without a blank line between them. */
  linesInBlock: number;
  /** Deepest nesting of quotes and list items. */
  nesting: number;
  /** Containers in force, summed over the lines. */
  containers: number;
  /** Containers begun. */
  markers: number;
  /** Table cells, rows filled up to the width of their table. */
  cells: number;
  /** Link and footnote definitions. */
  definitions: number;
  /** Work that grows faster than the text, in nanoseconds or thereabouts. */
  steps: number;
  /** What stands between blank lines. */
  blocks: string[];
}

// Nanoseconds, measured (README.md): an event copied when a container, heading or table closes; a pair of cells.
const COPY = 15;
const CELL_PAIR = 6;
// Parser events of a line, and of each container it stands in.
const LINE_EVENTS = 8;
const BLANK_EVENTS = 2;
const CONTAINER_EVENTS = 6;

interface Prefix {
  /** Columns at which a container begins on this line. */
  columns: number[];
  /** The first character of the first marker. */
  kind: string;
  /** Where the content begins: its column, and its position in the text. */
  indent: number;
  content: number;
}

/** Counts over the lines of a Markdown text, in one pass; where a container ends is overestimated, never missed. */
export function lineCost(markdown: string): LineCost {
  const cost: LineCost = {
    lines: 0,
    blankLines: 0,
    linesInBlock: 0,
    nesting: 0,
    containers: 0,
    markers: 0,
    cells: 0,
    definitions: 0,
    steps: 0,
    blocks: [],
  };
  let events = 0;
  let open: number[] = [];
  let previous: Prefix | null = null;
  let lastMarked: Prefix | null = null;
  let blockStart = -1;
  let block = newBlock();
  const closeBlock = (end: number) => {
    if (blockStart < 0) return;
    cost.blocks.push(markdown.slice(blockStart, end));
    cost.linesInBlock = Math.max(cost.linesInBlock, block.lines);
    if (block.columns > 0) {
      const cells = block.pipes + block.lines;
      cost.steps += CELL_PAIR * cells * cells;
      cost.cells += Math.max(cells, block.columns * block.lines);
    }
    blockStart = -1;
    block = newBlock();
  };
  for (let start = 0; start <= markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline < 0 ? markdown.length : newline;
    const prefix = readPrefix(markdown, start, end);
    if (prefix.content === end && prefix.columns.length === 0) {
      closeBlock(start);
      cost.blankLines += 1;
      events += BLANK_EVENTS + CONTAINER_EVENTS * open.length;
      cost.containers += open.length;
      previous = null;
      start = end + 1;
      continue;
    }
    const isRule = isRuleLine(markdown, prefix.content, end);
    const isClosing = open.length > 0 && !continues(prefix, previous, lastMarked);
    if (isClosing || (isRule && previous !== null)) cost.steps += COPY * events;
    open = stillOpen(open, prefix, previous === null);
    open.push(...prefix.columns);
    cost.lines += 1;
    cost.nesting = Math.max(cost.nesting, open.length);
    if (open.length > MAX_MARKERS) return cost;
    cost.containers += open.length;
    cost.markers += prefix.columns.length;
    events += LINE_EVENTS + CONTAINER_EVENTS * open.length;
    if (/^\[[^\]]{0,999}\]:/.test(markdown.slice(prefix.content, Math.min(end, prefix.content + 1002))))
      cost.definitions += 1;
    if (blockStart < 0) blockStart = start;
    countLine(block, markdown, start, end, isRule);
    if (prefix.columns.length > 0) lastMarked = prefix;
    previous = prefix;
    start = end + 1;
  }
  closeBlock(markdown.length);
  return cost;
}

interface Block {
  lines: number;
  pipes: number;
  /** Columns of the widest line that may be the delimiter row of a table. */
  columns: number;
}

function newBlock(): Block {
  return { lines: 0, pipes: 0, columns: 0 };
}

function countLine(block: Block, text: string, start: number, end: number, isRule: boolean): void {
  let pipes = 0;
  for (let at = start; at < end; at += 1) if (text[at] === '|') pipes += 1;
  block.lines += 1;
  block.pipes += pipes;
  if (isRule && block.lines > 1) block.columns = Math.max(block.columns, pipes + 1);
}

// More than are ever allowed: further ones need not be counted.
const MAX_MARKERS = 200;
const SPACE = 32;
const TAB = 9;

function readPrefix(text: string, start: number, end: number): Prefix {
  const columns: number[] = [];
  let kind = '';
  let column = 0;
  let at = start;
  for (;;) {
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === TAB) column += 4 - (column % 4);
      else if (code === SPACE) column += 1;
      else break;
    }
    const length = at < end ? markerLength(text, at, end) : 0;
    if (length === 0 || columns.length > MAX_MARKERS) return { columns, kind, indent: column, content: at };
    kind ||= text[at] ?? '';
    columns.push(column);
    column += length;
    at += length;
  }
}

const bullets = '-+*';
const ordered = /\d{1,9}[.)](?=[ \t\n]|$)/y;
const footnote = /\[\^[^\]\s]{1,999}\]:/y;

/** The length of the quote, list or footnote marker that begins here, or 0. */
function markerLength(text: string, at: number, end: number): number {
  const mark = text[at] ?? '';
  if (mark === '>') return 1;
  if (bullets.includes(mark)) {
    const isFollowed = at + 1 >= end || text[at + 1] === ' ' || text[at + 1] === '\t';
    return isFollowed && !isThematicBreak(text, at, end) ? 1 : 0;
  }
  const pattern = mark === '[' ? footnote : mark >= '0' && mark <= '9' ? ordered : null;
  if (pattern === null) return 0;
  pattern.lastIndex = at;
  return pattern.test(text) && pattern.lastIndex <= end ? pattern.lastIndex - at : 0;
}

function isThematicBreak(text: string, at: number, end: number): boolean {
  const mark = text[at];
  if (mark === '+') return false;
  let marks = 0;
  for (let index = at; index < end; index += 1) {
    if (text[index] === mark) marks += 1;
    else if (text[index] !== ' ' && text[index] !== '\t') return false;
  }
  // One that long is read mark by mark, like a list in a list, before it is known to be a rule.
  return marks >= 3 && marks <= MAX_MARKERS;
}

/** Whether a line is of rules only: the underline of a heading, the delimiter row of a table, or neither. */
function isRuleLine(text: string, from: number, end: number): boolean {
  let hasRule = false;
  for (let at = from; at < end; at += 1) {
    const mark = text[at] ?? '';
    if (mark === '-' || mark === '=') hasRule = true;
    else if (!'|: \t'.includes(mark)) return false;
  }
  return hasRule;
}

/** Whether the line surely leaves the open containers open, so that nothing is copied. */
function continues(line: Prefix, previous: Prefix | null, lastMarked: Prefix | null): boolean {
  if (line.columns.length === 0) return previous !== null && line.indent >= previous.indent;
  const isSibling =
    line.columns.length === 1 &&
    lastMarked?.columns.length === 1 &&
    line.kind === lastMarked.kind &&
    line.columns[0] === lastMarked.columns[0];
  return isSibling && line.kind !== '[' && (line.kind !== '>' || previous !== null);
}

/** The containers a line surely ends are gone; without a blank line before it, it may be a lazy continuation of all. */
function stillOpen(open: readonly number[], line: Prefix, isAfterBlank: boolean): number[] {
  const from = line.columns[0] ?? (isAfterBlank ? line.indent : Number.POSITIVE_INFINITY);
  return open.filter((column) => column < from);
}
