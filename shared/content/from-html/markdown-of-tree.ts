import type { Nodes as HtmlNodes } from 'hast';
import { type Options, toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type Options as MarkdownOptions, toMarkdown } from 'mdast-util-to-markdown';
import { tidyMarks } from './tidy-marks.ts';

/** How single elements are read, where that is to be in another way; which signs are escaped beside those of Markdown. */
export interface TreeReading {
  handlers?: NonNullable<Options['handlers']>;
  unsafe?: NonNullable<MarkdownOptions['unsafe']>;
}

/**
 * The Markdown that says what an HTML tree says, as the editor would write it. How deep the tree is has been checked: each
 * level takes a place on the stack.
 */
export function markdownOfTree(tree: HtmlNodes, { handlers = {}, unsafe = [] }: TreeReading = {}): string {
  const read = toMdast(tree, { newlines: false, handlers });
  return toMarkdown(tidyMarks(read.type === 'root' ? read : { type: 'root', children: [] }), {
    bullet: '-',
    emphasis: '*',
    rule: '-',
    listItemIndent: 'one',
    fences: true,
    unsafe,
    extensions: [gfmToMarkdown()],
  }).trim();
}
