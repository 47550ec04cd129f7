import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { DEFAULT_STYLE, type PostStyle } from '#shared/kernel/post-style.ts';
import { setCode } from './html/code.ts';
import { type EmbedProvider, embedsOf, setVideoCards } from './html/embed-frames.ts';
import { type Heading, setHeadings } from './html/headings.ts';
import { matchFragments, setLinks } from './html/link-attributes.ts';
import { type PictureOptions, setPictures } from './html/picture-attributes.ts';
import { sanitizeTree } from './html/sanitize.ts';
import { onLines, setDirections } from './html/structure.ts';
import { setTables } from './html/tables.ts';
import { setTasks } from './html/tasks.ts';
import { plainText } from './plain-text.ts';
import { countWords } from './read-time.ts';
import { contentTree, type Dropped } from './tree.ts';

interface RenderOptions extends Omit<PictureOptions, 'isColumnWide'> {
  /** The default style where it is absent. */
  style?: PostStyle;
}

export interface RenderedContent {
  /** Sanitized HTML, ready for a page. */
  html: string;
  /** Plain text without markup, code included: for searching and counting. */
  text: string;
  /** The headings in order, each with its `id` in the HTML. */
  headings: Heading[];
  /** The address of each picture, once. */
  pictures: string[];
  /** The address of each link that leads out of the post, once. */
  links: string[];
  embeds: EmbedProvider[];
  dropped: Dropped;
}

/**
 * Renders a post's Markdown as safe HTML (docs/rules.md, "Markdown to HTML"): parsed, cleaned, converted, sanitized,
 * written once. Throws `AppError('content_too_complex')` when the text is beyond the limits of `bounds/bounds.ts`.
 */
export function renderContent(markdown: string, options: RenderOptions = {}): RenderedContent {
  const { safe, ...found } = safeTree(markdown, options);
  return { html: writeHtml(safe), text: plainText(safe), embeds: embedsOf(safe), ...found };
}

/** One top-level element of a text, for a view that updates only the changed elements. */
export interface ContentPiece {
  /** Sanitized HTML. */
  readonly html: string;
  /** The number of words a reader sees in it. */
  readonly words: number;
}

/** Does the same as {@link renderContent}, in pieces. */
export function renderPieces(markdown: string, style: PostStyle = DEFAULT_STYLE): ContentPiece[] {
  const { safe } = safeTree(markdown, { style });
  return safe.children
    .filter((node) => node.type !== 'text' || node.value.trim() !== '')
    .map((node) => ({ html: writeHtml({ type: 'root', children: [node] }), words: countWords(plainText(node)) }));
}

const writeHtml = (tree: Root) => toHtml(tree, { characterReferences: { useNamedReferences: true } });

function safeTree(markdown: string, { style = DEFAULT_STYLE, ...options }: RenderOptions) {
  const { tree, dropped } = contentTree(markdown, { keepsEmphasis: style.emphasis === 'show' });
  setVideoCards(tree);
  const links = setLinks(tree);
  const pictures = setPictures(tree, { ...options, isColumnWide: style.pictures === 'column' });
  const headings = setHeadings(tree);
  matchFragments(tree);
  setTables(tree);
  setTasks(tree);
  setDirections(tree);
  setCode(tree);
  tree.children = onLines(tree.children);
  return { safe: sanitizeTree(tree), headings, pictures, links, dropped };
}
