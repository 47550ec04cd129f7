import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state';

/** The beginning of a line: indentation and quotation marks, then the mark of a heading or of a list item. */
const BEGINNING =
  /^(?<lead>(?:[ \t]*>[ \t]?)*[ \t]*)(?<mark>#{1,6}(?:[ \t]+|$)|(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?)?/;

/** Returns the parts of a line: what is before its mark, the mark, and where its words begin. */
export function lineParts(text: string): { lead: string; mark: string; start: number } {
  const { lead = '', mark = '' } = BEGINNING.exec(text)?.groups ?? {};
  return { lead, mark, start: lead.length + mark.length };
}

type ListKind = 'bullet' | 'ordered' | 'task';

const kinds: Record<ListKind, { is: RegExp; mark: (number: number) => string }> = {
  bullet: { is: /^[-*+][ \t]+(?!\[[ xX]\])/, mark: () => '- ' },
  ordered: { is: /^\d+[.)]/, mark: (number) => `${number}. ` },
  task: { is: /^[-*+][ \t]+\[[ xX]\]/, mark: () => '- [ ] ' },
};

/**
 * Makes the selected lines headings of a level, or plain again if all of them have that level already; 0 makes them
 * plain.
 */
export function setHeading(level: number): StateCommand {
  const wanted = level === 0 ? '' : `${'#'.repeat(level)} `;
  return onLines((lines) => {
    const isSo = lines.every(({ text }) => lineParts(text).mark.trimEnd() === wanted.trimEnd());
    return ({ mark }) => (isSo && mark.startsWith('#') ? '' : wanted);
  });
}

/** Makes the selected lines list items, or plain again if all of them are items already. */
export function toggleList(kind: ListKind): StateCommand {
  const { is, mark } = kinds[kind];
  return onLines((lines) => {
    const isSo = lines.every(({ text }) => is.test(lineParts(text).mark));
    return (_, number) => (isSo ? '' : mark(number));
  });
}

/** Returns the kind of list that the line of the cursor is an item of; null for none. */
export function listKindOf(state: EditorState): ListKind | null {
  const { mark } = lineParts(state.doc.lineAt(state.selection.main.head).text);
  return (Object.keys(kinds) as ListKind[]).find((kind) => kinds[kind].is.test(mark)) ?? null;
}

/** Returns the level of the heading at the cursor; 0 for none. */
export function headingOf(state: EditorState): number {
  const { mark } = lineParts(state.doc.lineAt(state.selection.main.head).text);
  return mark.startsWith('#') ? mark.trimEnd().length : 0;
}

/** Makes the selected lines a quotation, or takes them out of one. */
export const toggleQuote: StateCommand = ({ state, dispatch }) => {
  const lines = selectedLines(state);
  const isSo = lines.every(({ text }) => /^[ \t]*>/.test(text));
  const changes = lines.map(({ from, text }): ChangeSpec => {
    const [mark = ''] = /^[ \t]*>[ \t]?/.exec(text) ?? [];
    return isSo ? { from, to: from + mark.length } : { from, insert: '> ' };
  });
  return change({ state, dispatch }, changes);
};

export const isQuoted = (state: EditorState) => /^[ \t]*>/.test(state.doc.lineAt(state.selection.main.head).text);

/**
 * Gives each selected line the mark that `markOf` returns for it. Blank lines are skipped, unless only blank lines are
 * selected.
 */
function onLines(
  markOf: (lines: readonly Line[]) => (parts: ReturnType<typeof lineParts>, number: number) => string,
): StateCommand {
  return ({ state, dispatch }) => {
    const all = selectedLines(state);
    const written = all.filter(({ text }) => text.trim() !== '');
    const lines = written.length > 0 ? written : all.slice(0, 1);
    const mark = markOf(lines);
    const changes = lines.map(({ from, text }, index): ChangeSpec => {
      const parts = lineParts(text);
      return { from: from + parts.lead.length, to: from + parts.start, insert: mark(parts, index + 1) };
    });
    return change({ state, dispatch }, changes);
  };
}

/** Returns the lines that the selection touches. */
export function selectedLines({ doc, selection }: EditorState): Line[] {
  const { from, to } = selection.main;
  const lines: Line[] = [];
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at);
    // A selection that ends at the beginning of a line does not touch that line.
    if (line.from < to || from === to || lines.length === 0) lines.push(line);
    at = line.to + 1;
  }
  return lines;
}

type Target = Parameters<StateCommand>[0];

/** Makes the changes; a cursor at the place of a change moves behind it. */
function change({ state, dispatch }: Target, changes: readonly ChangeSpec[]): boolean {
  if (state.readOnly) return false;
  const set = state.changes(changes);
  const { anchor, head } = state.selection.main;
  const selection = EditorSelection.range(set.mapPos(anchor, 1), set.mapPos(head, 1));
  dispatch(state.update({ changes: set, selection, scrollIntoView: true, userEvent: 'input.format' }));
  return true;
}
