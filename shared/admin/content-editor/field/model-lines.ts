import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { noProvenance, type Provenance } from '#shared/kernel/provenance.ts';

const say = StateEffect.define<Provenance>();

/**
 * The last known provenance, and whether it is that of the present text: an undo can bring back words whose lines are
 * gone.
 */
const provenance = StateField.define<{ said: Provenance; isOfThisText: boolean }>({
  create: () => ({ said: noProvenance, isOfThisText: false }),
  update(before, { effects, docChanged }) {
    const said = effects.findLast((effect) => effect.is(say))?.value;
    if (said) return { said, isOfThisText: true };
    return docChanged && before.isOfThisText ? { ...before, isOfThisText: false } : before;
  },
});

/** Tells the editor which characters of its text a model wrote. */
export function showProvenance(view: EditorView, said: Provenance): void {
  const last = view.state.field(provenance);
  // If no character was or is marked, no line has to change, whatever was typed.
  if (last.said.ranges.length === 0 && said.ranges.length === 0) return;
  if (last.isOfThisText && JSON.stringify(last.said) === JSON.stringify(said)) return;
  view.dispatch({ effects: say.of(said) });
}

const marks = {
  whole: Decoration.line({ class: 'cm-from-model' }),
  part: Decoration.line({ class: 'cm-from-model cm-partly' }),
};

/** Draws a quiet line in the margin beside what a model wrote, dotted where the owner has written in it. */
export const modelLines: Extension = [
  provenance,
  ViewPlugin.define(
    (view) => ({
      lines: linesOf(view),
      update(
        this: { lines: DecorationSet },
        { docChanged, changes, viewportChanged, transactions, view: now }: ViewUpdate,
      ) {
        const isSaid = transactions.some(({ effects }) => effects.some((effect) => effect.is(say)));
        if (isSaid || (viewportChanged && !docChanged)) this.lines = linesOf(now);
        // The provenance of the new text follows a moment later.
        else if (docChanged) this.lines = this.lines.map(changes);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
];

/** Returns the margin lines for the part of the text that is drawn. */
function linesOf({ state, viewport }: EditorView): DecorationSet {
  const { ranges } = state.field(provenance).said;
  const lines = new RangeSetBuilder<Decoration>();
  if (ranges.length === 0) return lines.finish();
  let next = 0;
  for (let at = viewport.from; at <= viewport.to; ) {
    const { from, to, text } = state.doc.lineAt(at);
    at = to + 1;
    if (text.trim() === '') continue;
    while (next < ranges.length && (ranges[next]?.[1] ?? 0) <= from) next += 1;
    let marked = 0;
    for (let place = next; place < ranges.length; place += 1) {
      const [start, end] = ranges[place] ?? [to, to];
      if (start >= to) break;
      marked += Math.min(end, to) - Math.max(start, from);
    }
    if (marked > 0) lines.add(from, from, marked === to - from ? marks.whole : marks.part);
  }
  return lines.finish();
}
