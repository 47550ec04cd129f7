import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import { fencedCode, isClosed } from './in-code.ts';

/** Puts the selected lines, or an empty line, between fences; removes the fences if the cursor is between them. */
export const toggleCodeBlock: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { doc, selection } = state;
  const block = fencedCode(state);
  if (block) {
    const [first, last] = [doc.lineAt(block.from), doc.lineAt(block.to)];
    const changes = [
      { from: first.from, to: Math.min(first.to + 1, doc.length) },
      ...(isClosed(state, block) ? [{ from: Math.max(last.from - 1, first.to + 1), to: last.to }] : []),
    ];
    dispatch(state.update({ changes, userEvent: 'input.format', scrollIntoView: true }));
    return true;
  }
  const [first, last] = [doc.lineAt(selection.main.from), doc.lineAt(selection.main.to)];
  const code = doc.sliceString(first.from, last.to);
  // Fences inside the code must not end the block.
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return insertBlock({ state, dispatch }, { from: first.from, to: last.to }, [`${fence}\n`, code, `\n${fence}`]);
};

/** Inserts a line across the text, below the line of the cursor. */
export const insertRule: StateCommand = (target) => atCursor(target, ['---', '', '']);

/** Inserts a table of two columns, with its first heading selected. */
export const insertTable: StateCommand = (target) =>
  atCursor(target, ['| ', 'Heading', ' | Heading |\n| --- | --- |\n|  |  |\n|  |  |']);

type Target = Parameters<StateCommand>[0];
type Parts = readonly [before: string, selected: string, after: string];

/** Inserts a block in place of the cursor's line if that line is blank, else below it. */
function atCursor({ state, dispatch }: Target, parts: Parts): boolean {
  if (state.readOnly) return false;
  const line = state.doc.lineAt(state.selection.main.head);
  const from = line.text.trim() === '' ? line.from : line.to;
  return insertBlock({ state, dispatch }, { from, to: line.to }, parts);
}

/** Replaces a range by a block, adds the blank lines that separate the block, and selects its middle part. */
function insertBlock({ state, dispatch }: Target, range: { from: number; to: number }, parts: Parts): boolean {
  const { doc } = state;
  const [before, selected, after] = parts;
  const above =
    range.from === 0 ? null : doc.lineAt(Math.max(0, range.from - (isLineStart(state, range.from) ? 1 : 0)));
  const below = range.to === doc.length ? null : doc.lineAt(range.to + 1);
  const head = above && above.text.trim() !== '' ? (isLineStart(state, range.from) ? '\n' : '\n\n') : '';
  const tail = below === null ? '\n' : below.text.trim() === '' ? '' : '\n';
  const start = range.from + head.length + before.length;
  // The cursor goes behind a block that has no place to write in.
  const cursor = start + (selected + after === '' ? tail.length : 0);
  dispatch(
    state.update({
      changes: { ...range, insert: head + before + selected + after + tail },
      selection: EditorSelection.range(cursor, cursor + selected.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
}

function isLineStart({ doc }: EditorState, at: number): boolean {
  return doc.lineAt(at).from === at;
}
