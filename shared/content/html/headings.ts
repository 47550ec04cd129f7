import type { Element, ElementContent, Root, RootContent } from 'hast';
import { plainText } from '../plain-text.ts';
import { slugify } from '../slug.ts';
import { eachElement } from '../walk.ts';
import { ID_PREFIX } from './sanitize.ts';

export interface Heading {
  id: string;
  depth: number;
  text: string;
}

const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/**
 * Makes body headings start at h2, below the title of the page, and go one level deeper at a time, at most to h6,
 * whatever numbers the author used. Each heading gets an id and a link to itself, which is placed beside it: a link
 * inside would be read aloud as part of the heading. Ids in the tree are still without {@link ID_PREFIX}, which the
 * sanitizer adds to all of them; ids in the result have it.
 */
export function setHeadings(tree: Root): Heading[] {
  const headings: Heading[] = [];
  const anchors = new Map<Element, Element>();
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  const open: number[] = [];
  // Ids in raw HTML and footnotes come first: links in the text already use them.
  eachElement(tree, (node) => {
    const { id } = node.properties;
    if (id === undefined) return;
    if (typeof id === 'string' && /^\S+$/.test(id) && !taken.has(id)) taken.add(id);
    else delete node.properties.id;
  });
  eachElement(tree, (node) => {
    const level = levels.indexOf(node.tagName) + 1;
    if (level === 0 || node.properties.id === 'footnote-label') return;
    while (open.length > 0 && (open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    const depth = Math.min(1 + open.length, 6);
    node.tagName = `h${depth}`;
    const text = plainText(node);
    const id =
      typeof node.properties.id === 'string'
        ? node.properties.id
        : unique(slugify(text.replace(/['’]/g, '')) || 'section', taken, numbers);
    node.properties.id = id;
    anchors.set(node, anchor(id, text));
    headings.push({ id: ID_PREFIX + id, depth, text });
  });
  standBeside(tree, anchors);
  return headings;
}

/**
 * Puts each heading on a line of its own with its anchor. A heading contains only phrases, so never another heading.
 */
function standBeside(parent: Root | Element, anchors: ReadonlyMap<Element, Element>): void {
  const children = parent.children.map((child: RootContent | ElementContent) => {
    if (child.type !== 'element') return child;
    const link = anchors.get(child);
    if (link) return line(child, link);
    standBeside(child, anchors);
    return child;
  });
  parent.children = children as typeof parent.children;
}

function line(heading: Element, link: Element): Element {
  return { type: 'element', tagName: 'div', properties: { className: ['heading-line'] }, children: [heading, link] };
}

function anchor(id: string, text: string): Element {
  return {
    type: 'element',
    tagName: 'a',
    properties: { className: ['heading-anchor'], href: `#${ID_PREFIX}${id}`, ariaLabel: `Link to “${text}”` },
    children: [],
  };
}

/**
 * Makes an id unique. It remembers how far each base has been counted, so that a thousand equal headings do not each
 * count from the start.
 */
function unique(base: string, taken: Set<string>, numbers: Map<string, number>): string {
  let id = base;
  let number = numbers.get(base) ?? 1;
  while (taken.has(id)) {
    number += 1;
    id = `${base}-${number}`;
  }
  numbers.set(base, number);
  taken.add(id);
  return id;
}
