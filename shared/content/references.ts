import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { AppError } from '#shared/kernel/errors.ts';

const MAX_COPIED = 500_000;

/**
 * A reference is written out with the address and title of its definition: two kilobytes of address and a thousand
 * references would become two megabytes of HTML. Throws `content_too_complex` beyond half a million characters.
 */
export function checkReferences(tree: Root): void {
  const lengths = new Map<string, number>();
  visit(tree, 'definition', ({ identifier, url, title }) => {
    if (!lengths.has(identifier)) lengths.set(identifier, url.length + (title?.length ?? 0));
  });
  let copied = 0;
  visit(tree, (node) => {
    if (node.type === 'linkReference' || node.type === 'imageReference') copied += lengths.get(node.identifier) ?? 0;
  });
  if (copied > MAX_COPIED) throw new AppError('content_too_complex');
}
