/** Creates an element with these attributes that holds these parts. A string becomes text, never markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...parts: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...parts);
  return element;
}

/** Creates a button of one class. `label` is its accessible name where it holds no words. */
export function makeButton(className: string, content: Node | string, label?: string): HTMLButtonElement {
  return make('button', { type: 'button', class: className, ...(label && { 'aria-label': label }) }, content);
}
