import type { Code, Root, RootContent } from 'mdast';
import { checkBounds } from '../bounds/bounds.ts';
import { parseMarkdown } from './parse.ts';

/**
 * Unwraps a post from a code fence: a model often puts its whole answer into one. When the post is only such a block,
 * its content is the post: always for `markdown` and `md`, and without a language when it contains a Markdown heading.
 * A post with code of its own closes the outer fence early; then the first block is `markdown` and the last one an
 * empty fence, and the text between their lines is the post.
 */
export function unwrapFence(tree: Root, source: string): Root {
  const blocks = tree.children.filter((node) => node.type !== 'html' || !node.value.startsWith('<!--'));
  const start = blocks.findIndex((node) => node.type === 'code');
  const first = blocks[start];
  // One paragraph may announce the block ("Here is your blog post:").
  if (first?.type !== 'code' || start > 1 || (start === 1 && blocks[0]?.type !== 'paragraph')) return tree;
  const isMarkdown = first.lang === 'markdown' || first.lang === 'md';
  if (start === blocks.length - 1) {
    const isPost = isFenced(first, source) && (isMarkdown || (!first.lang && /^#{1,3} \S/m.test(first.value)));
    return isPost ? parseInner(first.value) : tree;
  }
  const last = blocks.at(-1);
  if (!isMarkdown || !last || !isEmptyFence(last)) return tree;
  const from = source.indexOf('\n', first.position?.start.offset ?? 0) + 1;
  const inner = source.slice(from, last.position?.start.offset ?? source.length);
  return parseInner(inner);
}

function parseInner(markdown: string): Root {
  checkBounds(markdown);
  return parseMarkdown(markdown);
}

function isFenced(code: Code, source: string): boolean {
  const at = code.position?.start.offset ?? 0;
  return source[at] === '`' || source[at] === '~';
}

function isEmptyFence(node: RootContent): boolean {
  return node.type === 'code' && node.value === '' && !node.lang;
}
