import type { Element, Parents, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { plainText } from './plain-text.ts';

const MAX_LABEL = 80;

/**
 * Each table gets a container that scrolls sideways and can be reached by keyboard, named after the table's caption or
 * first row; header cells say what they head; alignment is a class (`align` is obsolete in HTML).
 */
export function setTables(tree: Root): void {
  const tables: { table: Element; parent: Parents }[] = [];
  visit(tree, 'element', (node, _index, parent) => {
    if (node.tagName === 'table' && parent) tables.push({ table: node, parent });
    if (node.tagName === 'tr') setScope(node);
    if (node.tagName === 'td' || node.tagName === 'th') setAlignment(node);
  });
  for (const [index, { table, parent }] of tables.entries()) {
    parent.children[parent.children.indexOf(table as never)] = {
      type: 'element',
      tagName: 'div',
      properties: { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: label(table, index + 1) },
      children: [table],
    };
  }
}

function setAlignment(cell: Element): void {
  const { align } = cell.properties;
  delete cell.properties.align;
  if (align === 'center' || align === 'right') cell.properties.className = [`align-${align}`];
}

/** In a row of header cells each heads its column, among data it heads its row. */
function setScope(row: Element): void {
  const cells = row.children.filter((cell) => cell.type === 'element');
  const scope = cells.every((cell) => cell.tagName === 'th') ? 'col' : 'row';
  for (const cell of cells) if (cell.tagName === 'th') cell.properties.scope = scope;
}

/** Numbered, since two regions of one page should not bear the same name. */
function label(table: Element, number: number): string {
  let first: Element | null = null;
  visit(table, 'element', (node) => {
    if (first === null && (node.tagName === 'caption' || node.tagName === 'tr')) first = node;
  });
  const text = first === null ? '' : plainText(first).replaceAll('\n', ', ');
  const cut = text.length > MAX_LABEL ? `${text.slice(0, text.lastIndexOf(' ', MAX_LABEL))}…` : text;
  return cut === '' ? `Table ${number}` : `Table ${number}: ${cut}`;
}
