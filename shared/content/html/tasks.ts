import type { Root } from 'hast';
import { eachElement } from '../walk.ts';

/** Gives the checkboxes of task lists a label that says what they show. */
export function setTasks(tree: Root): void {
  eachElement(tree, (node) => {
    if (node.tagName === 'input') node.properties.ariaLabel = node.properties.checked ? 'Done' : 'Not done';
  });
}
