import type { Nodes } from 'mdast';
import { parseMarkdown, type SyntaxExtension } from '../markdown/parse.ts';

// Everything that is recognised inside a line: without it only the block structure is parsed.
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

/** The source of each paragraph, heading and table cell. The text's lines must have been found affordable. */
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
