import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type StateCommand,
  StateEffect,
  StateField,
} from '@codemirror/state';
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

/** Marks that were put at an empty place: where they begin. */
interface Begun {
  kind: InlineMark;
  at: number;
}
/** Of those that were left: where they end, null where there is no way back into them. */
interface Left extends Begun {
  end: number | null;
}

const begins = StateEffect.define<Begun>();
const leaves = StateEffect.define<Left>();

/** The marks words are being typed into, the outermost first, and those the cursor has just left. */
export const begunMarks = StateField.define<{ open: readonly Begun[]; left: Left | null }>({
  create: () => ({ open: [], left: null }),
  update(before, { changes, docChanged, selection, effects }) {
    if (!docChanged && !selection) return before;
    const left = effects.find((effect) => effect.is(leaves))?.value ?? null;
    const begun = effects.find((effect) => effect.is(begins))?.value;
    const moved = before.open.map(({ kind, at }) => ({ kind, at: changes.mapPos(at, 1) }));
    // Who goes elsewhere has ended them all.
    const open = left ? moved.slice(0, -1) : docChanged || begun ? moved : [];
    return { open: begun ? [...open, begun] : open, left };
  },
});

/** Whether the cursor, or all that is selected, stands between such marks. */
export function hasInlineMark(state: EditorState, kind: InlineMark): boolean {
  if (justLeft(state, kind)) return false;
  return begunWords(state, kind) !== null || enclosing(state, kind) !== null;
}

/**
 * Puts marks around what is selected, or around the word the cursor is in; takes them away where they are. At an empty
 * place it begins marks, and asked for again behind the words that were typed it goes on without them.
 */
export function toggleInline(kind: InlineMark): StateCommand {
  return (target) => {
    const { state, dispatch } = target;
    if (state.readOnly) return false;
    if (goOutOfBegun(target, kind)) return true;
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
      const effects = begins.of({ kind, at: main.head });
      dispatch(state.update({ changes, selection, effects, userEvent: 'input.format', scrollIntoView: true }));
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

/** Leaves the marks that were begun, goes back into those that were just left, or takes them away where nothing stands in them. */
function goOutOfBegun({ state, dispatch }: Parameters<StateCommand>[0], kind: InlineMark): boolean {
  const { mark } = inlineMarks[kind];
  const { head } = state.selection.main;
  const go = (cursor: number, changes: ChangeSpec, effects: StateEffect<unknown>) => {
    const selection = EditorSelection.cursor(cursor);
    dispatch(state.update({ changes, effects, selection, userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };
  const left = justLeft(state, kind);
  if (left) return go(head - mark.length, [], begins.of({ kind, at: left.at }));
  const words = begunWords(state, kind);
  if (words === null) return false;
  const at = head - words.length - mark.length;
  const end = head + mark.length;
  if (words === '') return go(at, { from: at, to: end }, leaves.of({ kind, at, end: null }));
  // Marks that close behind a blank would be none.
  const blank = words.slice(words.trimEnd().length);
  if (blank === '') return go(end, [], leaves.of({ kind, at, end }));
  return go(end, { from: head - blank.length, to: end, insert: mark + blank }, leaves.of({ kind, at, end: null }));
}

/** What was typed into the marks that were begun last, where the cursor is at its end; null where it is not. */
function begunWords(state: EditorState, kind: InlineMark): string | null {
  const { head, empty } = state.selection.main;
  const last = state.field(begunMarks, false)?.open.at(-1);
  if (!empty || last?.kind !== kind) return null;
  const { mark } = inlineMarks[kind];
  const words = state.sliceDoc(last.at + mark.length, head);
  const isBetween = state.sliceDoc(last.at, last.at + mark.length) === mark && last.at + mark.length <= head;
  return isBetween && state.sliceDoc(head, head + mark.length) === mark && !words.includes('\n') ? words : null;
}

function justLeft(state: EditorState, kind: InlineMark): Left | null {
  const { head, empty } = state.selection.main;
  const left = state.field(begunMarks, false)?.left ?? null;
  return empty && left?.kind === kind && left.end === head ? left : null;
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
