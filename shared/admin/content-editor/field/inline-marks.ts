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

/**
 * The marks that stand around words: the mark itself, the grammar's name for the marked range, and its name for the
 * mark.
 */
const inlineMarks = {
  bold: { mark: '**', node: 'StrongEmphasis', inner: 'EmphasisMark' },
  italic: { mark: '*', node: 'Emphasis', inner: 'EmphasisMark' },
  strikethrough: { mark: '~~', node: 'Strikethrough', inner: 'StrikethroughMark' },
  code: { mark: '`', node: 'InlineCode', inner: 'CodeMark' },
} as const;

export type InlineMark = keyof typeof inlineMarks;

/** A pair of marks that was inserted with nothing between them: `at` is where it begins. */
interface Begun {
  kind: InlineMark;
  at: number;
}
/** A pair of marks that the cursor has left: `end` is where it ends, null if there is no way back into it. */
interface Left extends Begun {
  end: number | null;
}

const begins = StateEffect.define<Begun>();
const leaves = StateEffect.define<Left>();

/** The marks that words are being typed into, the outermost first, and the marks that the cursor has just left. */
export const begunMarks = StateField.define<{ open: readonly Begun[]; left: Left | null }>({
  create: () => ({ open: [], left: null }),
  update(before, { changes, docChanged, selection, effects }) {
    if (!docChanged && !selection) return before;
    const left = effects.find((effect) => effect.is(leaves))?.value ?? null;
    const begun = effects.find((effect) => effect.is(begins))?.value;
    const moved = before.open.map(({ kind, at }) => ({ kind, at: changes.mapPos(at, 1) }));
    // Moving the cursor elsewhere ends all of them.
    const open = left ? moved.slice(0, -1) : docChanged || begun ? moved : [];
    return { open: begun ? [...open, begun] : open, left };
  },
});

/** Whether the cursor, or the whole selection, is inside marks of this kind. */
export function hasInlineMark(state: EditorState, kind: InlineMark): boolean {
  if (justLeft(state, kind)) return false;
  return begunWords(state, kind) !== null || enclosing(state, kind) !== null;
}

/**
 * Puts marks around the selection, or around the word at the cursor; removes the marks where they exist. At an empty
 * place it inserts an empty pair of marks; called again after words were typed into the pair, it moves the cursor
 * behind the marks.
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
    // The same words stay selected, without the marks, so that pressing again removes the marks.
    const selection = main.empty
      ? EditorSelection.cursor(set.mapPos(main.head, main.head === word.to ? -1 : 1))
      : EditorSelection.range(set.mapPos(main.from, 1), set.mapPos(main.to, -1));
    dispatch(state.update({ changes: set, selection, userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };
}

/**
 * Leaves the marks that words are being typed into, goes back into the marks that were just left, or removes a pair
 * that is still empty.
 */
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
  // A closing mark after a blank would not count as a mark.
  const blank = words.slice(words.trimEnd().length);
  if (blank === '') return go(end, [], leaves.of({ kind, at, end }));
  return go(end, { from: head - blank.length, to: end, insert: mark + blank }, leaves.of({ kind, at, end: null }));
}

/** Returns what was typed into the innermost begun marks, if the cursor is at the end of it; else null. */
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

/** The words of a selection, line by line: marks cannot span paragraphs, nor stand before a line's own mark. */
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
