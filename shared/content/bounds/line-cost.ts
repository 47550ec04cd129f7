import { type LinePrefix, MAX_MARKERS, type Marker, readPrefix } from './line-prefix.ts';

/** The cost of a text's lines as blocks: containers, tables, headings. */
export interface LineCost {
  lines: number;
  blankLines: number;
  /** The largest number of lines without a blank line between them. */
  linesInBlock: number;
  /** The deepest nesting of quotes and list items. */
  nesting: number;
  /** Open containers, summed over the lines. */
  containers: number;
  /** Markers that begin or continue a container. */
  markers: number;
  /** Table cells, with every row filled up to the width of its table. */
  cells: number;
  /** Link and footnote definitions. */
  definitions: number;
  /** Work that grows faster than the text, in nanoseconds approximately. */
  steps: number;
  /** The texts between blank lines. */
  blocks: string[];
}

// Nanoseconds, measured (README.md): for an event copied when a container, heading or table closes; for a pair of
// cells.
const COPY = 15;
const CELL_PAIR = 6;
// Parser events of a line, of a blank line, and of each container that is open on it.
const LINE_EVENTS = 8;
const BLANK_EVENTS = 2;
const CONTAINER_EVENTS = 6;

/**
 * Counts the cost of the lines of a Markdown text, in one pass. Where the parser closes a container late, it copies
 * everything it has read so far: such places are overestimated, never missed.
 */
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
  let open: Marker[] = [];
  let previous: LinePrefix | null = null;
  let block = newBlock(0);
  for (let start = 0; start <= markdown.length; ) {
    const newline = markdown.indexOf('\n', start);
    const end = newline < 0 ? markdown.length : newline;
    const line = readPrefix(markdown, start, end);
    const isBlank = line.content === end && line.markers.length === 0;
    if (isBlank || (line.markers.length === 0 && previous === null)) {
      const left = isBlank ? untilQuote(open) : open.filter(({ column }) => column < line.indent);
      if (left.length < open.length) cost.steps += COPY * events;
      open = left;
    } else if (closesLate(open, line, previous, markdown[line.content] ?? '')) {
      cost.steps += COPY * events;
    }
    if (isBlank) {
      closeBlock(cost, block, markdown, start);
      cost.blankLines += 1;
      block = newBlock(end + 1);
    } else {
      const isRule = isRuleLine(markdown, line.content, end);
      if (isRule && previous !== null) cost.steps += COPY * events;
      open = opened(open, line);
      cost.lines += 1;
      cost.nesting = Math.max(cost.nesting, open.length);
      if (open.length > MAX_MARKERS) return cost;
      cost.markers += line.markers.length;
      if (isDefinition(markdown, line.content, end)) cost.definitions += 1;
      countLine(block, { text: markdown, start, end, isRule });
    }
    cost.containers += open.length;
    events += (isBlank ? BLANK_EVENTS : LINE_EVENTS) + CONTAINER_EVENTS * open.length;
    previous = isBlank ? null : line;
    start = end + 1;
  }
  closeBlock(cost, block, markdown, markdown.length);
  return cost;
}

/** A quote, with everything in it, ends at a line without its marker; list items continue over blank lines. */
function untilQuote(open: readonly Marker[]): Marker[] {
  const quote = open.findIndex(({ isQuote }) => isQuote);
  return quote < 0 ? [...open] : open.slice(0, quote);
}

/** Whether containers end at this line, which directly follows another line or begins containers itself. */
function closesLate(open: readonly Marker[], line: LinePrefix, previous: LinePrefix | null, first: string): boolean {
  if (line.markers.length > 0) {
    // The next item of a list ends everything in the item before it.
    return line.markers.some((marker) => !marker.isQuote && open.some(({ column }) => column > marker.column));
  }
  if (!open.some(({ column }) => column >= line.indent)) return false;
  // A lazy line: it continues a paragraph, unless the paragraph ended with the previous line or this line begins a
  // block.
  return (previous?.markers.length ?? 1) > 0 || !/[a-z]/i.test(first);
}

/** Returns the containers open on a line: a marker replaces those at its column and to the right of it. */
function opened(open: readonly Marker[], line: LinePrefix): Marker[] {
  const from = line.markers[0]?.column ?? Number.POSITIVE_INFINITY;
  return [...open.filter(({ column }) => column < from), ...line.markers];
}

function isDefinition(text: string, from: number, end: number): boolean {
  return text[from] === '[' && /^\[[^\]]{0,999}\]:/.test(text.slice(from, Math.min(end, from + 1002)));
}

interface Block {
  start: number;
  lines: number;
  pipes: number;
  /** The number of columns of the widest line that may be the delimiter row of a table. */
  columns: number;
}

function newBlock(start: number): Block {
  return { start, lines: 0, pipes: 0, columns: 0 };
}

function closeBlock(cost: LineCost, block: Block, text: string, end: number): void {
  if (block.lines === 0) return;
  // The line break at the block's end does not count as a mark in it.
  cost.blocks.push(text.slice(block.start, text[end - 1] === '\n' ? end - 1 : end));
  cost.linesInBlock = Math.max(cost.linesInBlock, block.lines);
  if (block.columns === 0) return;
  const cells = block.pipes + block.lines;
  cost.steps += CELL_PAIR * cells * cells;
  cost.cells += Math.max(cells, block.columns * block.lines);
}

/** A line of `text`, from `start` up to `end`. `isRule`: the line consists of rule characters only. */
interface TextLine {
  text: string;
  start: number;
  end: number;
  isRule: boolean;
}

function countLine(block: Block, { text, start, end, isRule }: TextLine): void {
  let pipes = 0;
  for (let at = start; at < end; at += 1) if (text[at] === '|') pipes += 1;
  block.lines += 1;
  block.pipes += pipes;
  if (isRule && block.lines > 1) block.columns = Math.max(block.columns, pipes + 1);
}

/**
 * Whether a line consists of rule characters only: the underline of a heading, the delimiter row of a table, or
 * neither.
 */
function isRuleLine(text: string, from: number, end: number): boolean {
  let hasRule = false;
  for (let at = from; at < end; at += 1) {
    const mark = text[at] ?? '';
    if (mark === '-' || mark === '=') hasRule = true;
    else if (!'|: \t'.includes(mark)) return false;
  }
  return hasRule;
}
