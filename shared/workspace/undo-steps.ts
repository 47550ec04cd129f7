import * as Y from 'yjs';
import type { Splice } from '#shared/kernel/splice.ts';
import { wasWaitingPicture } from '#shared/kernel/waiting-picture.ts';
import { isMarking } from './text-marks.ts';

const STEP_MS = 1000;

/** The owner's undo steps. `stored` is the origin of changes that came from the store, or from another device. */
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
    /** Called before a splice: one step is the text typed in one place without a break, and at most one line. */
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
 * Follows sent pictures. When a picture gets its server address, that text replaces text which a step had inserted, but
 * does not belong to the step: an undo of the step would remove the rest of the picture's Markdown and leave the
 * address. So the address is added to the step: it is undone as a whole, and redone with the address that is there.
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

/** Returns the pieces of text, and the values of fields, that a transaction has inserted. */
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

/** Returns the words of a piece of text, or of the value of a field. */
function wordsOf({ content }: Y.Item): string {
  if (content instanceof Y.ContentString) return content.str;
  return content instanceof Y.ContentAny ? content.arr.filter((value) => typeof value === 'string').join('') : '';
}

/** Returns the items that the transaction has removed directly beside this item, in their original order. */
function removedBeside({ deleteSet }: Y.Transaction, item: Y.Item): Y.Item[] {
  const isGone = (each: Y.Item) => Y.isDeleted(deleteSet, each.id);
  const before: Y.Item[] = [];
  for (let at = item.left; at?.deleted; at = at.left) if (isGone(at)) before.unshift(at);
  const behind: Y.Item[] = [];
  for (let at = item.right; at?.deleted; at = at.right) if (isGone(at)) behind.push(at);
  return [...before, ...behind];
}

/** Consecutive ids of characters: `length` of them, in UTF-16 code units. */
interface Range {
  readonly id: Y.ID;
  readonly length: number;
}

/**
 * Returns the ids under which an undo brought back text of a step, if this piece belongs to that text: an edit may have
 * split the text, so that these are not its first ids. Returns none for text that is still there as it was inserted,
 * and null for a piece that is not of the step.
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
