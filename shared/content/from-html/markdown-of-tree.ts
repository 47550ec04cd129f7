import type { Nodes as HtmlNodes } from 'hast';
import { type Options, toMdast } from 'hast-util-to-mdast';
import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type Options as MarkdownOptions, toMarkdown } from 'mdast-util-to-markdown';
import { tidyMarks } from './tidy-marks.ts';

/** How single elements are read, where that is to be in another way; which signs are escaped beside those of Markdown. */
export interface TreeReading {
  handlers?: NonNullable<Options['handlers']>;
  unsafe?: NonNullable<MarkdownOptions['unsafe']>;
  /** Changes in place what is going to be written. */
  change?: (tree: Root) => void;
}

/** What letters that are kept apart are written as: the parser reads them as such again. */
const asReference = ({ value }: { value: string }) => `&#${value.codePointAt(0)};`;

/**
 * The Markdown that says what an HTML tree says, as the editor would write it. How deep the tree is has been checked: each
 * level takes a place on the stack.
 */
export function markdownOfTree(tree: HtmlNodes, { handlers = {}, unsafe = [], change }: TreeReading = {}): string {
  const read = toMdast(tree, { newlines: false, handlers });
  const written = tidyMarks(read.type === 'root' ? read : { type: 'root', children: [] });
  change?.(written);
  return toMarkdown(written, {
    handlers: { escaped: asReference },
    bullet: '-',
    emphasis: '*',
    rule: '-',
    listItemIndent: 'one',
    fences: true,
    unsafe,
    extensions: [gfmToMarkdown()],
  }).trim();
}
