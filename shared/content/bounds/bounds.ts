import { AppError } from '#shared/kernel/errors.ts';
import { type LineCost, lineCost } from './line-cost.ts';
import { textBlocks } from './text-blocks.ts';
import { addTextCost, noTextCost, type TextCost, textCost } from './text-cost.ts';

/**
 * What a text may cost to render. The parser's time grows with the square of some things (delimiters in one paragraph,
 * containers that close, cells of a table …): `lineCost` and `textCost` count those, in steps of about a nanosecond,
 * and the limits here keep what they add to about a tenth of a second. README.md holds the measurements.
 */
export const limits = {
  /** UTF-8 bytes. */
  bytes: 1_000_000,
  /** Lines with something on them; a line costs some 50 microseconds whatever it holds: 16,000 are a megabyte in paragraphs of 62 letters. */
  lines: 16_000,
  blankLines: 50_000,
  /** Lines without a blank line between them. */
  linesInBlock: 6000,
  /** Block quotes, list items, brackets and HTML elements in one another. */
  nesting: 100,
  /** Quote and list markers in force, summed over the lines. */
  containers: 60_000,
  /** Quote and list markers: each begins a container, the dearest thing there is in a line. */
  markers: 6000,
  /** Link and footnote definitions. */
  definitions: 2000,
  /** Emphasis, link, code, escape and HTML marks in text. */
  delimiters: 20_000,
  /** The same, those in code blocks and raw HTML included. */
  marks: 200_000,
  /** Cells of all tables, those included that a short row leaves out. */
  cells: 20_000,
  /** Definitions, times what could refer to them. */
  lookups: 4_000_000,
  steps: 120_000_000,
} as const;

/**
 * Refuses, before parsing, a text whose rendering would cost too much: `AppError('content_too_complex')`. Takes time in
 * proportion to the text. Where blocks cannot be told apart by blank lines alone (long lists, tables, code) the block
 * structure is parsed first, without anything inside lines.
 */
export function checkBounds(markdown: string): void {
  const units = markdown.length;
  // A UTF-16 unit is at most three bytes in UTF-8: most texts need not be encoded to know.
  if (units > limits.bytes || (units * 3 > limits.bytes && new TextEncoder().encode(markdown).length > limits.bytes)) {
    refuse();
  }
  const lines = lineCost(markdown);
  if (!areLinesAffordable(lines)) refuse();
  // Between blank lines there may be many blocks; counted as one they cost at least as much.
  const most = sumOfTextCosts(lines.blocks);
  if (isTextAffordable(lines, most)) return;
  // A line belongs to one block: what single lines cost is the least there can be.
  const least = sumOfTextCosts(markdown.split('\n'));
  if (most.delimiters > limits.marks || least.steps + lines.steps > limits.steps) refuse();
  if (!isTextAffordable(lines, sumOfTextCosts(textBlocks(markdown)))) refuse();
}

function refuse(): never {
  throw new AppError('content_too_complex');
}

function areLinesAffordable(cost: LineCost): boolean {
  return (
    cost.lines <= limits.lines &&
    cost.blankLines <= limits.blankLines &&
    cost.linesInBlock <= limits.linesInBlock &&
    cost.nesting <= limits.nesting &&
    cost.containers <= limits.containers &&
    cost.markers <= limits.markers &&
    cost.definitions <= limits.definitions &&
    cost.cells <= limits.cells &&
    cost.steps <= limits.steps
  );
}

function isTextAffordable(lines: LineCost, text: TextCost): boolean {
  return (
    text.delimiters <= limits.delimiters &&
    text.nesting <= limits.nesting &&
    text.closers * lines.definitions <= limits.lookups &&
    text.steps + lines.steps <= limits.steps
  );
}

function sumOfTextCosts(blocks: readonly string[]): TextCost {
  const total: TextCost = { ...noTextCost };
  for (const block of blocks) addTextCost(total, textCost(block));
  return total;
}
