import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** In UTF-16 code units. Up to this length, a line costs the browser no more than any other. */
export const LONG_LINE = 20_000;

type WritingDirection = 'auto' | 'ltr' | 'rtl';

/**
 * Returns the `dir` of a line: `auto`, but for a long line the direction of its first letter. With `auto` Chromium
 * reads a paragraph again from its start at every place where it breaks the line: a megabyte without a line break
 * blocked the page for eleven seconds when it was pasted, and for five at a keystroke near its start.
 */
export function directionOfLine(text: string): WritingDirection {
  return text.length > LONG_LINE ? firstDirection(text) : 'auto';
}

/** Returns the direction of a text's first letter. */
function firstDirection(text: string): Exclude<WritingDirection, 'auto'> {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
    ? 'rtl'
    : 'ltr';
}

const marks = {
  auto: Decoration.line({ attributes: { dir: 'auto' } }),
  ltr: Decoration.line({ attributes: { dir: 'ltr' } }),
  rtl: Decoration.line({ attributes: { dir: 'rtl' } }),
} satisfies Record<WritingDirection, Decoration>;

/** Gives each line its own writing direction. */
export const lineDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      lines: directionsOf(view),
      update(this: { lines: DecorationSet }, { docChanged, viewportChanged, view: now }: ViewUpdate) {
        if (docChanged || viewportChanged) this.lines = directionsOf(now);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
];

/** Returns the directions of the lines that are drawn. */
function directionsOf({ state: { doc }, viewport }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  for (let at = viewport.from; at <= viewport.to; ) {
    const line = doc.lineAt(at);
    lines.add(line.from, line.from, marks[directionOfLine(line.text)]);
    at = line.to + 1;
  }
  return lines.finish();
}
