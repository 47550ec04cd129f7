import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { type ChangeSpec, EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { lineParts } from './line-marks.ts';

/** The marks that stand around words: what the grammar calls what is inside, and what it calls the marks. */
const inlineMarks = {
  bold: { mark: '**', node: 'StrongEmphasis', inner: 'EmphasisMark' },
  italic: { mark: '*', node: 'Emphasis', inner: 'EmphasisMark' },
  strikethrough: { mark: '~~', node: 'Strikethrough', inner: 'StrikethroughMark' },
  code: { mark: '`', node: 'InlineCode', inner: 'CodeMark' },
} as const;

export type InlineMark = keyof typeof inlineMarks;

/** Whether the cursor, or all that is selected, stands between such marks. */
export function hasInlineMark(state: EditorState, kind: InlineMark): boolean {
  return enclosing(state, kind) !== null;
}

/** Puts marks around what is selected, or around the word the cursor is in; takes them away where they are. */
export function toggleInline(kind: InlineMark): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { mark, inner } = inlineMarks[kind];
    const { main } = state.selection;
    const node = enclosing(state, kind);
    if (node) {
      const changes = node.getChildren(inner).map(({ from, to }) => ({ from, to }));
      dispatch(state.update({ changes, userEvent: 'input.format', scrollIntoView: true }));
      return true;
    }
    const word = main.empty ? state.wordAt(main.head) : main;
    if (!word) {
      const changes = { from: main.head, insert: mark + mark };
      const selection = EditorSelection.cursor(main.head + mark.length);
      dispatch(state.update({ changes, selection, userEvent: 'input.format', scrollIntoView: true }));
      return true;
    }
    const changes: ChangeSpec[] = [];
    for (const { from, to } of wordsOf(state, word)) {
      changes.push({ from, insert: mark }, { from: to, insert: mark });
    }
    if (changes.length === 0) return true;
    const set = state.changes(changes);
    // What was selected stays so, without its marks: pressed again they go.
    const selection = main.empty
      ? EditorSelection.cursor(set.mapPos(main.head, main.head === word.to ? -1 : 1))
      : EditorSelection.range(set.mapPos(main.from, 1), set.mapPos(main.to, -1));
    dispatch(state.update({ changes: set, selection, userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };
}

/** The words of a selection line by line: marks do not reach over a paragraph's end, nor stand before a line's own. */
function wordsOf({ doc }: EditorState, { from, to }: { from: number; to: number }) {
  const parts: { from: number; to: number }[] = [];
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at);
    const start = Math.max(from, line.from + lineParts(line.text).start);
    const text = doc.sliceString(start, Math.max(start, Math.min(to, line.to)));
    if (text.trim() !== '') {
      const blank = text.length - text.trimStart().length;
      parts.push({ from: start + blank, to: start + text.trimEnd().length });
    }
    at = line.to + 1;
  }
  return parts;
}

function enclosing(state: EditorState, kind: InlineMark): SyntaxNode | null {
  const { from, to } = state.selection.main;
  const tree = ensureSyntaxTree(state, to, 50) ?? syntaxTree(state);
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = tree.resolveInner(from, side); node; node = node.parent) {
      if (node.name === inlineMarks[kind].node && node.from <= from && node.to >= to) return node;
    }
  }
  return null;
}
