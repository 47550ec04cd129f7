import { AppError } from '#shared/kernel/errors.ts';
import { limits } from './limits.ts';
import { type LineCost, lineCost } from './line-cost.ts';
import { textBlocks } from './text-blocks.ts';
import { addTextCost, noTextCost, type TextCost, textCost } from './text-cost.ts';

/**
 * Refuses, before parsing, a text whose rendering would cost too much: `AppError('content_too_complex')`. Takes time in
 * proportion to the text. Where blank lines alone do not separate the blocks (long lists, tables, code), the block
 * structure is parsed first, without the content of lines.
 */
export function checkBounds(markdown: string): void {
  const units = markdown.length;
  // A UTF-16 unit is at most three bytes in UTF-8, so most texts need not be encoded to be checked.
  if (units > limits.bytes || (units * 3 > limits.bytes && new TextEncoder().encode(markdown).length > limits.bytes)) {
    refuse();
  }
  const lines = lineCost(markdown);
  if (!areLinesAffordable(lines)) refuse();
  // There may be many blocks between two blank lines; counted as one block they cost at least as much.
  const most = sumOfTextCosts(lines.blocks);
  if (isTextAffordable(lines, most)) return;
  // A line belongs to one block, so the sum of the single lines is the lowest possible cost.
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
