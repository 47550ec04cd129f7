import type { Element, ElementContent, Nodes, Parents, Properties } from 'hast';

/** The value of an attribute as text; "" when there is none. */
export function attributeOf({ properties }: { properties: Properties }, name: string): string {
  const value = properties[name];
  return Array.isArray(value) ? value.join(' ') : value === undefined || value === null ? '' : String(value);
}

export function classesOf({ properties }: Element): readonly string[] {
  const { className } = properties;
  return Array.isArray(className) ? className.map(String) : [];
}

export function isElement<Name extends string>(
  node: Nodes | undefined,
  ...names: readonly Name[]
): node is Element & { tagName: Name } {
  return node?.type === 'element' && names.some((name) => name === node.tagName);
}

/** All words of a tree on one line. */
export function wordsOf(node: Nodes): string {
  const parts: string[] = [];
  const collect = (each: Nodes): void => {
    if (each.type === 'text') parts.push(each.value);
    else if (each.type === 'element' || each.type === 'root') {
      if (isElement(each, 'br', 'p', 'li')) parts.push(' ');
      for (const child of each.children) collect(child);
    }
  };
  collect(node);
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** Whether a tree contains a word: it is read only up to the first. */
export function hasWords(node: Nodes): boolean {
  if (node.type === 'text') return /\S/.test(node.value);
  return (node.type === 'element' || node.type === 'root') && node.children.some(hasWords);
}

/** The first matching element of a tree, which may be its root; null when there is none. */
export function findElement(node: Nodes, fits: (element: Element) => boolean): Element | null {
  if (node.type === 'element' && fits(node)) return node;
  if (node.type !== 'element' && node.type !== 'root') return null;
  for (const child of node.children) {
    const found = findElement(child, fits);
    if (found) return found;
  }
  return null;
}

/** Every matching element of a tree, outermost first; the content of a matching element is not searched. */
export function findElements(node: Nodes, fits: (element: Element) => boolean): Element[] {
  if (node.type === 'element' && fits(node)) return [node];
  return node.type === 'element' || node.type === 'root'
    ? node.children.flatMap((child) => findElements(child, fits))
    : [];
}

/** Replaces each element by the result of `change`, from the inside out. */
export function replaceElements(parent: Parents, change: (element: Element) => ElementContent[] | null): void {
  const children = parent.children as ElementContent[];
  for (const child of children) if (child.type === 'element') replaceElements(child, change);
  if (!children.some((child) => child.type === 'element')) return;
  parent.children = children.flatMap((child) => (child.type === 'element' ? (change(child) ?? [child]) : [child]));
}

export function element(tagName: string, children: ElementContent[], properties: Properties = {}): Element {
  return { type: 'element', tagName, properties, children };
}
