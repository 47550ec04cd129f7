import type { Root } from 'hast';
import { raw } from 'hast-util-raw';
import type { Root as MarkdownRoot } from 'mdast';
import { type Handlers, toHast } from 'mdast-util-to-hast';
import { AppError } from '#shared/kernel/errors.ts';
import { checkBounds } from './bounds/bounds.ts';
import { depthOf } from './depth.ts';
import { fitContentModel } from './html/structure.ts';
import { plainCharacters } from './markdown/characters.ts';
import { type CleaningOptions, cleanTree } from './markdown/clean.ts';
import { unwrapFence } from './markdown/fence.ts';
import { parseMarkdown } from './markdown/parse.ts';
import { plainRawHtml } from './markdown/raw-html.ts';
import { checkReferences } from './markdown/references.ts';
import { resolveTemplateAddresses } from './markdown/template-addresses.ts';
import { eachNode } from './walk.ts';

// Browsers' parsers flatten elements nested deeper than 512: the page would then not be the tree that was sanitized. A
// list, quote or table takes up to four levels each.
const MAX_DEPTH = 420;

/** The numbers of dropped elements and template tags, for the summary of an import. */
export interface Dropped {
  rawHtml: number;
  templateTags: number;
}

const handlers: Handlers = {
  escaped: (_state, node: { value: string }) => ({ type: 'text', value: node.value }),
};

/**
 * Converts Markdown to a cleaned HTML tree that obeys the content model, before links, pictures and so on are set and
 * before it is sanitized. Throws `content_too_complex`.
 */
export function contentTree(markdown: string, cleaning: CleaningOptions = {}): { tree: Root; dropped: Dropped } {
  const source = resolveTemplateAddresses(plainCharacters(markdown));
  checkBounds(source);
  const markdownTree = unwrapFence(parseMarkdown(source), source);
  if (depthOf(markdownTree) > MAX_DEPTH) throw new AppError('content_too_complex');
  checkReferences(markdownTree);
  const { templateTags } = cleanTree(markdownTree, cleaning);
  const { rawHtml } = plainRawHtml(markdownTree);
  numberFootnotes(markdownTree);
  const html = toHast(markdownTree, { allowDangerousHtml: true, clobberPrefix: '', handlers });
  const parsed = hasHtml(markdownTree) ? raw(html) : html;
  if (depthOf(parsed) > MAX_DEPTH) throw new AppError('content_too_complex');
  const tree = fitContentModel(parsed.type === 'root' ? parsed : { type: 'root', children: [parsed as never] });
  return { tree, dropped: { rawHtml, templateTags } };
}

function hasHtml(tree: MarkdownRoot): boolean {
  let found = false;
  eachNode(tree, (node) => {
    found ||= node.type === 'html';
  });
  return found;
}

/** The ids of footnotes are their numbers, not their labels, which may contain anything. */
function numberFootnotes(tree: MarkdownRoot): void {
  const numbers = new Map<string, string>();
  eachNode(tree, (node) => {
    if (node.type !== 'footnoteDefinition' && node.type !== 'footnoteReference') return;
    const number = numbers.get(node.identifier) ?? String(numbers.size + 1);
    numbers.set(node.identifier, number);
    node.identifier = number;
  });
}
