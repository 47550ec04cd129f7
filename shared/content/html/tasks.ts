import type { Root } from 'hast';
import { eachElement } from '../walk.ts';

/** The checkboxes of task lists say aloud what they show. */
export function setTasks(tree: Root): void {
  eachElement(tree, (node) => {
    if (node.tagName === 'input') node.properties.ariaLabel = node.properties.checked ? 'Done' : 'Not done';
  });
}
