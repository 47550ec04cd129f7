import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** The checkboxes of task lists say aloud what they show. */
export function setTasks(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (node.tagName === 'input') node.properties.ariaLabel = node.properties.checked ? 'Done' : 'Not done';
  });
}
