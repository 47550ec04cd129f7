import type { Element, ElementContent, Properties } from 'hast';

/** An element of HTML; its text is escaped when the HTML is written. */
export function element(
  tagName: string,
  properties: Properties,
  ...children: readonly (ElementContent | string | null)[]
): Element {
  return {
    type: 'element',
    tagName,
    properties,
    children: children.flatMap((child): ElementContent[] => {
      if (child === null) return [];
      return [typeof child === 'string' ? { type: 'text', value: child } : child];
    }),
  };
}
