import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** In UTF-16 code units: up to here a line costs the browser what any does. */
export const LONG_LINE = 20_000;

type WritingDirection = 'auto' | 'ltr' | 'rtl';

/**
 * The `dir` of a line: its own, but of a long one that of its first letter. With `auto` Chromium reads a paragraph from its
 * start again at every line it breaks it into: a megabyte without a break stood still for eleven seconds when it was
 * pasted, and for five at a key near its start.
 */
export function directionOfLine(text: string): WritingDirection {
  return text.length > LONG_LINE ? firstDirection(text) : 'auto';
}

/** Of all of a text, that of its first letter. */
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

/** Each line is written in a direction of its own. */
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

/** Of the lines that are drawn. */
function directionsOf({ state: { doc }, viewport }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  for (let at = viewport.from; at <= viewport.to; ) {
    const line = doc.lineAt(at);
    lines.add(line.from, line.from, marks[directionOfLine(line.text)]);
    at = line.to + 1;
  }
  return lines.finish();
}
