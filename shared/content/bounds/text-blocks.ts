import type { Nodes } from 'mdast';
import { parseMarkdown, type SyntaxExtension } from '../markdown/parse.ts';

// Disables everything that is recognised inside a line, so that only the block structure is parsed.
const withoutInline: SyntaxExtension = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'emailAutolink',
      'gfmFootnoteCall',
      'gfmPotentialFootnoteCall',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'protocolAutolink',
      'strikethrough',
      'tasklistCheck',
      'wwwAutolink',
    ],
  },
};

/**
 * Returns the source of each paragraph, heading and table cell. The cost of the text's lines must have been checked
 * before.
 */
export function textBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  const collect = (node: Nodes): void => {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      blocks.push(markdown.slice(node.position?.start.offset, node.position?.end.offset));
    } else if ('children' in node) {
      for (const child of node.children) collect(child);
    }
  };
  collect(parseMarkdown(markdown, [withoutInline]));
  return blocks;
}
