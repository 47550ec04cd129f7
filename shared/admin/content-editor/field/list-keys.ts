import { completionStatus } from '@codemirror/autocomplete';
import { indentLess, indentMore } from '@codemirror/commands';
import { deleteMarkupBackward, insertNewlineContinueMarkup } from '@codemirror/lang-markdown';
import {
  type ChangeSpec,
  type EditorState,
  type Extension,
  type Line,
  Prec,
  type StateCommand,
} from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { isInCodeBlock } from './in-code.ts';
import { lineParts, selectedLines } from './line-marks.ts';

/** In milliseconds, longer than anybody pauses between Escape and Tab; any other key ends the time earlier. */
const UNTIL_ANOTHER_KEY = 3_600_000;

/**
 * Enter continues a list, and ends it at an empty item. Tab and Shift+Tab indent and outdent list items and lines of
 * code. Elsewhere, and everywhere after Escape, Tab leaves the text.
 */
export const listKeys: Extension = [
  // When the owner comes back to the text, Tab works as before.
  EditorView.domEventHandlers({ blur: (_event, view) => view.setTabFocusMode(false) ?? false }),
  keymap.of([
    { key: 'Enter', run: (view) => endList(view) || insertNewlineContinueMarkup(view) },
    { key: 'Backspace', run: deleteMarkupBackward },
    { key: 'Tab', run: (view) => moveIn(view), shift: (view) => moveOut(view) },
  ]),
  // Ahead of the block menu, which also takes Escape while it is only looking for something to show.
  Prec.highest(
    keymap.of([
      {
        key: 'Escape',
        run(view) {
          // Set after CodeMirror's own handling, which lasts only two seconds.
          if (completionStatus(view.state) !== 'active') {
            queueMicrotask(() => view.setTabFocusMode(UNTIL_ANOTHER_KEY));
          }
          return false;
        },
      },
    ]),
  ),
];

/**
 * Enter at an empty item ends its list: a blank line separates the list from what is written next. In a nested list the
 * item moves out by one level.
 */
export const endList: StateCommand = (target) => {
  const { state, dispatch } = target;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const { lead, mark, start } = lineParts(line.text);
  const isEmptyItem =
    main.empty && lead.trim() === '' && isItem(line.text) && start === line.text.length && mark !== '';
  if (state.readOnly || !isEmptyItem || line.number === 1 || isInCodeBlock(state)) return false;
  if (lead !== '') return moveOut(target);
  const isBlankAbove = state.doc.line(line.number - 1).text.trim() === '';
  const insert = isBlankAbove ? '' : '\n';
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert },
      selection: { anchor: line.from + insert.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

/** Whether the selection begins in something that can be indented: a list item, or a line of code. */
export const canMove = (state: EditorState): boolean => isInCodeBlock(state) || itemsOf(state).length > 0;

export const moveIn: StateCommand = (target) => {
  const { state } = target;
  if (state.readOnly) return false;
  if (isInCodeBlock(state)) return indentMore(target);
  const items = itemsOf(state);
  const [first] = items;
  if (!first) return false;
  const before = itemBefore(state, first, (indent) => indent <= indentOf(first.text));
  // The first item of a list has no item to move under; even so, Tab does not move the focus.
  if (before) {
    const wanted = indentOf(before.text) + lineParts(before.text).mark.replace(/\[[ xX]\]\s+/, '').length;
    shift(target, items, wanted - indentOf(first.text));
  }
  return true;
};

export const moveOut: StateCommand = (target) => {
  const { state } = target;
  if (state.readOnly) return false;
  if (isInCodeBlock(state)) return indentLess(target);
  const items = itemsOf(state);
  const [first] = items;
  if (!first || indentOf(first.text) === 0) return false;
  const before = itemBefore(state, first, (indent) => indent < indentOf(first.text));
  return shift(target, items, (before ? indentOf(before.text) : 0) - indentOf(first.text));
};

/** Moves lines by a number of columns, together with the lines that are nested under the last of them. */
function shift({ state, dispatch }: Parameters<StateCommand>[0], items: readonly Line[], by: number): boolean {
  const last = items.at(-1);
  if (!last || by === 0) return true;
  const lines = [...items];
  for (let number = last.number + 1; number <= state.doc.lines; number += 1) {
    const line = state.doc.line(number);
    if (line.text.trim() === '' || indentOf(line.text) <= indentOf(last.text)) break;
    lines.push(line);
  }
  // A nested list begins with 1, whatever number the item had before: else it would not be a list.
  const number = numberAt(state, items[0] ?? last, by);
  const changes = lines.map(({ from, text }): ChangeSpec => {
    const blank = /^\s*/.exec(text)?.[0].length ?? 0;
    const to = { from, to: from + blank, insert: ' '.repeat(Math.max(0, indentOf(text) + by)) };
    const digits = /^\s*(\d+)[.)]/.exec(text)?.[1];
    const position = items.findIndex((item) => item.from === from);
    if (digits === undefined || position < 0) return to;
    return { ...to, to: to.to + digits.length, insert: to.insert + (number + position) };
  });
  dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'input.indent' }));
  return true;
}

/** Returns the number of an item at its new level: one more than the item above it at that level, else 1. */
function numberAt(state: EditorState, item: Line, by: number): number {
  const indent = indentOf(item.text) + by;
  const before = itemBefore(state, item, (other) => other <= indent);
  const digits = before && indentOf(before.text) === indent ? /^\s*(\d+)[.)]/.exec(before.text)?.[1] : undefined;
  return digits === undefined ? 1 : Number(digits) + 1;
}

/** Returns the selected lines if the first of them is a list item. */
function itemsOf(state: EditorState): Line[] {
  const lines = selectedLines(state).filter(({ text }) => text.trim() !== '');
  const [first] = lines;
  return first && isItem(first.text) ? lines : [];
}

function isItem(text: string): boolean {
  const { mark } = lineParts(text);
  return mark !== '' && !mark.startsWith('#');
}

/** Returns the nearest item above a line whose indentation is wanted; null if the list begins before one is found. */
function itemBefore({ doc }: EditorState, { number, text }: Line, isWanted: (indent: number) => boolean): Line | null {
  for (let above = number - 1; above >= 1; above -= 1) {
    const line = doc.line(above);
    if (isItem(line.text) && isWanted(indentOf(line.text))) return line;
    // A paragraph that is not part of an item ends the list above it.
    if (line.text.trim() !== '' && !isItem(line.text) && indentOf(line.text) === 0) return null;
    if (indentOf(text) === 0 && /^#/.test(line.text)) return null;
  }
  return null;
}

/**
 * Returns the width, in columns, of the blanks at the beginning of a line; a tab moves to the next multiple of four.
 */
function indentOf(text: string): number {
  let column = 0;
  for (const letter of /^[ \t]*/.exec(text)?.[0] ?? '') column += letter === '\t' ? 4 - (column % 4) : 1;
  return column;
}
