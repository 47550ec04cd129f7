import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { directionOfLine, type WritingDirection } from './writing-direction.ts';

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
