import type { Root } from 'mdast';
import { AppError } from '#shared/kernel/errors.ts';
import { eachNode } from '../walk.ts';

const MAX_COPIED = 500_000;

/**
 * Limits the size of references, which are written out with the address and title of their definition: two kilobytes of
 * address and a thousand references would become two megabytes of HTML. Throws `content_too_complex` beyond half a
 * million characters.
 */
export function checkReferences(tree: Root): void {
  const lengths = new Map<string, number>();
  const used: string[] = [];
  eachNode(tree, (node) => {
    if (node.type === 'linkReference' || node.type === 'imageReference') used.push(node.identifier);
    if (node.type !== 'definition' || lengths.has(node.identifier)) return;
    lengths.set(node.identifier, node.url.length + (node.title?.length ?? 0));
  });
  const copied = used.reduce((sum, identifier) => sum + (lengths.get(identifier) ?? 0), 0);
  if (copied > MAX_COPIED) throw new AppError('content_too_complex');
}
