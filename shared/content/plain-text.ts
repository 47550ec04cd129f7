import type { Element, ElementContent, Nodes } from 'hast';

const blocks = new Set(
  'blockquote br caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 li ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
);

const unread = new Set(['heading-anchor', 'sr-only']);

/**
 * Returns the words of a tree without markup, each block on a line of its own, code included. Text that only serves
 * navigation is left out: heading anchors, footnote numbers and their back links, and everything on a video card but
 * its title.
 */
export function plainText(tree: Nodes): string {
  const parts: string[] = [];
  collect(tree, parts);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function collect(node: Nodes, parts: string[]): void {
  if (node.type === 'text') {
    parts.push(node.value);
    return;
  }
  if (node.type === 'element') {
    const { className } = node.properties;
    if (node.properties.dataFootnoteRef !== undefined || node.properties.dataFootnoteBackref !== undefined) return;
    if (Array.isArray(className) && className.some((name) => unread.has(String(name)))) return;
    if (blocks.has(node.tagName)) parts.push('\n');
    const isCard = Array.isArray(className) && className.includes('video-card');
    for (const child of isCard ? titleOf(node) : node.children) collect(child, parts);
    if (blocks.has(node.tagName)) parts.push('\n');
    return;
  }
  if (node.type === 'root') for (const child of node.children) collect(child, parts);
}

function titleOf({ children: [link] }: Element): ElementContent[] {
  return link?.type === 'element' ? link.children.filter(({ type }) => type === 'element') : [];
}
