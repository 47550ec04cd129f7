import * as Y from 'yjs';
import type { Splice } from '#shared/kernel/splice.ts';
import { wasWaitingPicture } from '#shared/kernel/waiting-picture.ts';
import { isMarking } from './text-marks.ts';

const STEP_MS = 1000;

/** The owner's steps, each undone at once. `stored`: the origin of what came from the store, or from another device. */
export function stepsOf(doc: Y.Doc, stored: string) {
  const history = new Y.UndoManager(doc, {
    trackedOrigins: new Set(['owner']),
    captureTimeout: STEP_MS,
    deleteFilter: (item) => !isMarking(doc, item),
  });
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (transaction.origin === stored) followSentPictures(transaction, [...history.undoStack, ...history.redoStack]);
  });
  let last: { name: string; index: number } | null = null;
  return {
    track: (origin: object): void => history.addTrackedOrigin(origin),
    /** A splice is about to be made: one step is what was typed in one place without a break, and at most a line. */
    typed(name: string, { index, remove, insert }: Splice): void {
      const goesOn = last?.name === name && (last.index === index || last.index === index + remove);
      if (!goesOn || insert.includes('\n')) history.stopCapturing();
      last = { name, index: index + insert.length };
    },
    end(): void {
      last = null;
      history.stopCapturing();
    },
    undo(): boolean {
      last = null;
      return history.undo() !== null;
    },
    redo(): boolean {
      last = null;
      return history.redo() !== null;
    },
  };
}

type Step = Y.UndoManager['undoStack'][number];

/**
 * Where a picture that was sent has got its address, what a step had put there is another's words now: an undo of the step
 * would take the rest of the picture's Markdown away and leave them. They are made the step's own, so that it is undone whole,
 * and redone with the address there is.
 */
function followSentPictures(transaction: Y.Transaction, steps: readonly Step[]): void {
  if (steps.length === 0 || transaction.deleteSet.clients.size === 0) return;
  for (const item of broughtBy(transaction)) {
    const gone = removedBeside(transaction, item);
    if (!wasWaitingPicture(gone.map(wordsOf).join(''))) continue;
    for (const step of steps) {
      const parts = gone.map((each) => partOfStep(transaction, step, each)).filter((part) => part !== null);
      if (parts.length > 0) takeInto(step, [item, ...parts.flat()]);
    }
  }
}

/** The pieces of text, and values of fields, that a transaction has brought. */
function broughtBy({ doc, beforeState, afterState }: Y.Transaction): Y.Item[] {
  return [...afterState].flatMap(([client, end]) => {
    const structs = doc.store.clients.get(client) ?? [];
    const begin = beforeState.get(client) ?? 0;
    if (begin >= end) return [];
    const first = Y.findIndexSS(structs, begin);
    return structs.slice(first).filter(isLiveItem);
  });
}

const isLiveItem = (struct: Y.AbstractStruct): struct is Y.Item => struct instanceof Y.Item && !struct.deleted;

/** What a piece of a text, or the value of a field, says. */
function wordsOf({ content }: Y.Item): string {
  if (content instanceof Y.ContentString) return content.str;
  return content instanceof Y.ContentAny ? content.arr.filter((value) => typeof value === 'string').join('') : '';
}

/** What the transaction has taken out right beside such a piece or value, in the order in which it stood. */
function removedBeside({ deleteSet }: Y.Transaction, item: Y.Item): Y.Item[] {
  const isGone = (each: Y.Item) => Y.isDeleted(deleteSet, each.id);
  const before: Y.Item[] = [];
  for (let at = item.left; at?.deleted; at = at.left) if (isGone(at)) before.unshift(at);
  const behind: Y.Item[] = [];
  for (let at = item.right; at?.deleted; at = at.right) if (isGone(at)) behind.push(at);
  return [...before, ...behind];
}

/** Neighbouring ids, of characters: `length` of them, in UTF-16 code units. */
interface Range {
  readonly id: Y.ID;
  readonly length: number;
}

/**
 * Under which ids an undo brought back what a step has put there, where a piece of text is of these: an edit may have parted
 * them, and not the first ones. None for what is there as it was put; null for a piece of text that is not of the step.
 */
function partOfStep(transaction: Y.Transaction, { insertions }: Step, { id }: Y.Item): Range[] | null {
  if (Y.isDeleted(insertions, id)) return [];
  const found: Range[] = [];
  Y.iterateDeletedStructs(transaction, insertions, (struct) => {
    for (let at: Y.Item | Y.GC = struct; at instanceof Y.Item && at.redone !== null; ) {
      const again = { id: at.redone, length: at.length };
      if (hasId(again, id)) found.push(again);
      at = Y.getItem(transaction.doc.store, again.id);
    }
  });
  return found.length > 0 ? found : null;
}

const hasId = ({ id: { client, clock }, length }: Range, id: Y.ID) =>
  client === id.client && clock <= id.clock && id.clock < clock + length;

function takeInto(step: Step, ranges: readonly Range[]): void {
  const own = ranges.map(({ id: { client, clock }, length }) => {
    const set = Y.createDeleteSet();
    set.clients.set(client, [{ clock, len: length }]);
    return set;
  });
  step.insertions = Y.mergeDeleteSets([step.insertions, ...own]);
}
