import type { Element, ElementContent, Nodes } from 'hast';

const blocks = new Set(
  'blockquote br caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 li ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
);

const unread = new Set(['heading-anchor', 'sr-only']);

/**
 * The words of a tree without markup, blocks on lines of their own, code included; what only helps to get about
 * (heading anchors, footnote numbers and their back links, what a video card says beside its title) is left out.
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
