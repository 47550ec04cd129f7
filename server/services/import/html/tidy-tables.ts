import type { Element, ElementContent } from 'hast';
import { element, findElement, findElements, isElement, wordsOf } from './hast.ts';

const BLOCKS = ['p', 'div', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'center'];

/** A table of one cell, or with another table in it, only placed what it holds. One of Markdown has a head and lines. */
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
  for (const cell of rows.flatMap(cellsOf)) cell.children = onOneLine(cell.children);
  const caption = table.children.find((child) => isElement(child, 'caption'));
  const words = caption ? wordsOf(caption) : '';
  return words === '' ? [table] : [table, element('p', [{ type: 'text', value: words }])];
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((child): child is Element => isElement(child, 'td', 'th'));
}

/** Blocks in a cell are parted by blanks: a row of Markdown is one line. */
function onOneLine(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (isElement(child, 'br')) return [{ type: 'text', value: ' ' }];
    if (child.type !== 'element') return [child];
    const inside = onOneLine(child.children);
    if (!BLOCKS.includes(child.tagName)) return [{ ...child, children: inside }];
    return [{ type: 'text', value: ' ' }, ...inside, { type: 'text', value: ' ' }];
  });
}
