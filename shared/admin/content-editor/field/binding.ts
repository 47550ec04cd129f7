import { EditorSelection, EditorState, type Extension, Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { yCollab, ySyncAnnotation, ySyncFacet } from 'y-codemirror.next';
import type * as Y from 'yjs';
import type { Splice } from '#shared/kernel/splice.ts';
import { historyKey } from '../history-key.ts';
import { endOfChange } from '../moved-offset.ts';

/** A text of the draft, and what is called before and after the editor writes into it. */
export interface BoundText {
  /** A different object when another draft replaces this one. */
  text: Y.Text;
  /**
   * False while another tab edits the post: no keystroke goes into the text, not even before the field has been told.
   */
  mayType(): boolean;
  /** Called before an edit of the editor is written, in a transaction of `origin`. */
  typing(edit: Splice, origin: object): void;
  /** Called after the edit is written. */
  typed(): void;
  /** Undoes or redoes the last step of the draft's own history; returns false when there is none. */
  undo(): boolean;
  redo(): boolean;
}

/**
 * Binds the editor to a text. What is typed is written into the text. What others write into the text is shown, and the
 * cursor stays at its words. Undo and redo use the draft's history (`history`).
 */
export function binding(bound: BoundText): Extension {
  return [
    EditorState.transactionFilter.of((transaction) =>
      transaction.docChanged && !isFromText(transaction) && !bound.mayType() ? [] : wholeCharacters(transaction),
    ),
    EditorState.transactionFilter.of(allStaysAll),
    // The order matters: `typing` is called before the text is written, `typed` after it.
    told((update) => bound.typing(spliceOf(update), update.state.facet(ySyncFacet))),
    yCollab(bound.text, null, { undoManager: false }),
    told(() => bound.typed()),
  ];
}

/** Whether a transaction came from the text, so that it is not written back into it. */
const isFromText = (transaction: Transaction) => transaction.annotation(ySyncAnnotation) !== undefined;

function told(tell: (update: ViewUpdate) => void): Extension {
  return ViewPlugin.define(() => ({
    update(update) {
      if (update.docChanged && !update.transactions.some(isFromText)) tell(update);
    },
  }));
}

/**
 * Returns what an update does, as one edit. If the update changes several places, the edit is that of the last place,
 * where a next edit may continue.
 */
function spliceOf({ changes }: ViewUpdate): Splice {
  let splice: Splice = { index: 0, remove: 0, insert: '' };
  changes.iterChanges((...[from, to, fromNow, , insert]) => {
    splice = { index: fromNow, remove: to - from, insert: insert.toString() };
  });
  return splice;
}

/** Half a surrogate pair cannot be stored: it is replaced by U+FFFD, as it would be on the way to the disk. */
function wholeCharacters(transaction: Transaction): Transaction | TransactionSpec {
  if (!transaction.docChanged || isFromText(transaction)) return transaction;
  const changes: { from: number; to: number; insert: string }[] = [];
  let isWhole = true;
  transaction.changes.iterChanges((...[from, to, , , inserted]) => {
    const insert = inserted.toString();
    isWhole &&= insert.isWellFormed();
    changes.push({ from, to, insert: insert.toWellFormed() });
  }, true);
  if (isWhole) return transaction;
  const { selection, effects, scrollIntoView } = transaction;
  const userEvent = transaction.annotation(Transaction.userEvent);
  return { changes, effects, scrollIntoView, ...(selection && { selection }), ...(userEvent && { userEvent }) };
}

/**
 * Keeps the whole text selected when others change it: an owner who has selected all of the text means to replace
 * whatever it says.
 */
function allStaysAll(transaction: Transaction): Transaction | readonly TransactionSpec[] {
  const { main } = transaction.startState.selection;
  const { length } = transaction.startState.doc;
  if (!transaction.docChanged || !isFromText(transaction) || length === 0) return transaction;
  if (main.from > 0 || main.to < length) return transaction;
  return [transaction, { selection: EditorSelection.range(0, transaction.newDoc.length), sequential: true }];
}

/**
 * Undoes or redoes a step, and moves the cursor to where the text changed. Always returns true: a key that asked for it
 * is handled.
 */
export function takeStep(view: EditorView, bound: BoundText, kind: 'undo' | 'redo'): boolean {
  const before = view.state.doc;
  if (view.state.readOnly || !bound[kind]() || view.state.doc.eq(before)) return true;
  const place = endOfChange(before.toString(), view.state.doc.toString());
  view.dispatch({ selection: { anchor: place }, scrollIntoView: true });
  return true;
}

/** Handles undo and redo, by keys and by the browser's menus. */
export function history(bound: () => BoundText): Extension {
  const step = (view: EditorView, kind: 'undo' | 'redo') => takeStep(view, bound(), kind);
  return EditorView.domEventHandlers({
    keydown(event, view) {
      const kind = historyKey(event);
      return kind !== null && step(view, kind);
    },
    beforeinput({ inputType }, view) {
      if (inputType === 'historyUndo') return step(view, 'undo');
      return inputType === 'historyRedo' && step(view, 'redo');
    },
  });
}
