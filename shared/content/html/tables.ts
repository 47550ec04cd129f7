import type { Element, ElementContent, Root } from 'hast';
import { plainText } from '../plain-text.ts';
import { eachElement } from '../walk.ts';

const MAX_LABEL = 80;

/**
 * Gives each table a container that scrolls sideways and is reachable by keyboard, named after the table's caption or
 * first row; marks what header cells are headers of; makes alignment a class (`align` is obsolete in HTML).
 */
export function setTables(tree: Root): void {
  let number = 0;
  const change = (children: readonly ElementContent[]): ElementContent[] =>
    children.map((node): ElementContent => {
      if (node.type !== 'element') return node;
      if (node.tagName === 'tr') setScope(node);
      if (node.tagName === 'td' || node.tagName === 'th') setAlignment(node);
      if (node.tagName === 'table') number += 1;
      const properties =
        node.tagName === 'table'
          ? { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: label(node, number) }
          : null;
      node.children = change(node.children);
      return properties ? { type: 'element', tagName: 'div', properties, children: [node] } : node;
    });
  tree.children = change(tree.children as ElementContent[]);
}

function setAlignment(cell: Element): void {
  const { align } = cell.properties;
  delete cell.properties.align;
  if (align === 'center' || align === 'right') cell.properties.className = [`align-${align}`];
}

/** In a row of header cells, each is the header of its column; among data, it is the header of its row. */
function setScope(row: Element): void {
  const cells = row.children.filter((cell) => cell.type === 'element');
  const scope = cells.every((cell) => cell.tagName === 'th') ? 'col' : 'row';
  for (const cell of cells) if (cell.tagName === 'th') cell.properties.scope = scope;
}

/** The label is numbered, since two regions of one page should not have the same name. */
function label(table: Element, number: number): string {
  const named: Element[] = [];
  eachElement(table, (node) => {
    if (node.tagName === 'caption' || node.tagName === 'tr') named.push(node);
  });
  const text = named[0] ? plainText(named[0]).replaceAll('\n', ', ') : '';
  const cut = text.length > MAX_LABEL ? `${text.slice(0, text.lastIndexOf(' ', MAX_LABEL))}…` : text;
  return cut === '' ? `Table ${number}` : `Table ${number}: ${cut}`;
}
