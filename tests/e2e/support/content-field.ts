import { expect, type Locator, type Page } from 'playwright/test';

// A post's Content field is a custom editor, which draws only the visible part and not every mark: the functions that
// type into it and read it are here, for every test and measurement.

interface EditorView {
  state: { doc: { toString(): string; length: number }; selection: { main: { from: number; to: number } } };
  dispatch(change: object): void;
  focus(): void;
}
interface EditorElement extends HTMLElement {
  cmTile: { view: EditorView };
}

export const content = (page: Page): Locator => page.getByRole('textbox', { name: 'Content', exact: true });

/** Returns the whole text. */
export function contentText(page: Page): Promise<string> {
  return content(page).evaluate((field) => (field as EditorElement).cmTile.view.state.doc.toString());
}

/** Waits until the text equals or matches this. */
export async function expectContent(
  page: Page,
  expected: string | RegExp,
  { timeout, not = false }: { timeout?: number; not?: boolean } = {},
): Promise<void> {
  const poll = expect.poll(() => contentText(page), { ...(timeout && { timeout }), intervals: [20, 50, 100] });
  const wanted = not ? poll.not : poll;
  if (typeof expected === 'string') await wanted.toBe(expected);
  else await wanted.toMatch(expected);
}

/** Replaces the text, as somebody who types over the words that differ would. */
export async function fillContent(page: Page, text: string): Promise<void> {
  await expect(content(page)).toBeEditable();
  await content(page).scrollIntoViewIfNeeded();
  await content(page).evaluate((field, wanted) => {
    const { view } = (field as EditorElement).cmTile;
    const text = view.state.doc.toString();
    const shorter = Math.min(text.length, wanted.length);
    let from = 0;
    while (from < shorter && text[from] === wanted[from]) from += 1;
    let end = 0;
    while (end < shorter - from && text.at(-1 - end) === wanted.at(-1 - end)) end += 1;
    view.focus();
    view.dispatch({
      changes: { from, to: text.length - end, insert: wanted.slice(from, wanted.length - end) },
      selection: { anchor: wanted.length - end },
      userEvent: 'input.paste',
    });
  }, text);
}

/** Puts the cursor at an offset of the text, or selects a range. */
export async function selectContent(page: Page, start: number, end = start): Promise<void> {
  await content(page).evaluate(
    (field, { anchor, head }) => {
      const { view } = (field as EditorElement).cmTile;
      view.focus();
      view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
    },
    { anchor: start, head: end },
  );
}

/** Returns the offset at which the selection begins. */
export function contentCursor(page: Page): Promise<number> {
  return content(page).evaluate((field) => (field as EditorElement).cmTile.view.state.selection.main.from);
}
