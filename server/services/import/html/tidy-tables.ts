import type { Element, ElementContent } from 'hast';
import { attributeOf, element, findElement, findElements, isElement, wordsOf } from './hast.ts';

const BLOCKS = ['p', 'div', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'center'];

/** The largest number of columns or rows that a cell may span, and of cells in a table with spanning cells. */
const WIDEST = 12;
const MOST_SPANNED = 1000;

/**
 * A table with single cells only, or with another table in it, is a layout, so only its content is kept. A table of
 * Markdown has a head and rows.
 */
export function readTable(table: Element): ElementContent[] {
  const rows = findElements(table, ({ tagName }) => tagName === 'tr');
  const cells = rows.map(cellsOf);
  const isLayout =
    cells.every((row) => row.length < 2) ||
    cells.flat().some((cell) => findElement(cell, ({ tagName }) => tagName === 'table') !== null);
  if (isLayout) return cells.flat().map((cell) => element('div', cell.children));
  const [first] = rows;
  if (first && findElement(table, ({ tagName }) => tagName === 'th') === null) {
    first.children = cellsOf(first).map((cell) => ({ ...cell, tagName: 'th' }));
  }
  const all = rows.flatMap(cellsOf);
  for (const cell of all) {
    cell.children = onOneLine(cell.children);
    // Markdown fills the place of a spanning cell with empty cells: a table of a few cells could become one of
    // millions.
    const isWide = ['colSpan', 'rowSpan'].some((name) => Number(attributeOf(cell, name)) > WIDEST);
    if (isWide || all.length > MOST_SPANNED) cell.properties = {};
  }
  const caption = table.children.find((child) => isElement(child, 'caption'));
  const words = caption ? wordsOf(caption) : '';
  return words === '' ? [table] : [table, element('p', [{ type: 'text', value: words }])];
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((child): child is Element => isElement(child, 'td', 'th'));
}

/** Blocks in a cell are separated by spaces: a row of a Markdown table is one line. */
function onOneLine(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (isElement(child, 'br')) return [{ type: 'text', value: ' ' }];
    if (child.type !== 'element') return [child];
    const inside = onOneLine(child.children);
    if (!BLOCKS.includes(child.tagName)) return [{ ...child, children: inside }];
    return [{ type: 'text', value: ' ' }, ...inside, { type: 'text', value: ' ' }];
  });
}
