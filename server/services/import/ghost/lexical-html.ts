import type { Notes } from '../html/notes.ts';
import { type CardFields, cardHtml, escapedHtml, textField } from './ghost-card-html.ts';

/** The greatest depth of nested nodes; no editor makes deeper ones. */
const DEEPEST = 100;

/** The bits of a text's format in Lexical. */
const FORMATS: readonly (readonly [number, string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];

/**
 * A text in the format of Ghost's editor (Lexical) as HTML, for posts without HTML in the export.
 * @throws SyntaxError when the text is not JSON
 */
export function lexicalHtml(json: string, notes: Notes): string {
  const document: unknown = JSON.parse(json);
  const root = isFields(document) ? document.root : null;
  return isFields(root) ? childrenHtml(root, notes, 0) : '';
}

function isFields(value: unknown): value is CardFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function childrenHtml(node: CardFields, notes: Notes, depth: number): string {
  const { children } = node;
  if (!Array.isArray(children) || depth > DEEPEST) return '';
  return children.map((child: unknown) => (isFields(child) ? nodeHtml(child, notes, depth + 1) : '')).join('');
}

function nodeHtml(node: CardFields, notes: Notes, depth: number): string {
  const inside = () => childrenHtml(node, notes, depth);
  const type = textField(node, 'type').replace(/^extended-/, '');
  const tag = textField(node, 'tag');
  switch (type) {
    case 'text':
      return formatted(node);
    case 'linebreak':
      return '<br>';
    case 'tab':
      return ' ';
    case 'paragraph':
      return `<p>${inside()}</p>`;
    case 'heading':
      return /^h[1-6]$/.test(tag) ? `<${tag}>${inside()}</${tag}>` : `<p>${inside()}</p>`;
    case 'quote':
    case 'aside':
      return `<blockquote><p>${inside()}</p></blockquote>`;
    case 'list':
      return tag === 'ol' ? `<ol start="${Number(node.start) || 1}">${inside()}</ol>` : `<ul>${inside()}</ul>`;
    case 'listitem':
      return `<li>${inside()}</li>`;
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${escapedHtml(textField(node, 'url'))}">${inside()}</a>`;
    case 'at-link-search':
    case 'zwnj':
    case 'tk':
      return '';
    default:
      return cardHtml(type, node, notes);
  }
}

function formatted(node: CardFields): string {
  const format = Number(node.format) || 0;
  const text = escapedHtml(textField(node, 'text'));
  return FORMATS.reduce((html, [bit, tag]) => ((format & bit) === 0 ? html : `<${tag}>${html}</${tag}>`), text);
}
