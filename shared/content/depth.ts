import type { Node, Parent } from 'unist';

/** How many levels a tree has, the root included. Not recursive: it is what recursion is guarded with. */
export function depthOf(tree: Node): number {
  let depth = 0;
  let level: readonly Node[] = [tree];
  while (level.length > 0) {
    depth += 1;
    level = level.flatMap((node) => ('children' in node ? (node as Parent).children : []));
  }
  return depth;
}
