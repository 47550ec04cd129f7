import type { Node, Parent } from 'unist';

/**
 * Returns the number of levels of a tree, the root included. It is not recursive, because it guards recursive
 * functions.
 */
export function depthOf(tree: Node): number {
  let depth = 0;
  let level: readonly Node[] = [tree];
  while (level.length > 0) {
    depth += 1;
    level = level.flatMap((node) => ('children' in node ? (node as Parent).children : []));
  }
  return depth;
}
