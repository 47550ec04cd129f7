import * as Y from 'yjs';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { changeWhole, type DocumentChange, type DocumentFacts, describe } from '#shared/workspace/document-facts.ts';
import { isDiscarding } from '#shared/workspace/post-draft.ts';
import { compactUpdates, covers, joinUpdates } from '#shared/workspace/tombstone.ts';

export { covers };

/**
 * The bytes that a device sends of a document: a Yjs update, or, for a deletion, what the deleter had seen as a Yjs
 * state vector.
 */
export interface SentBytes {
  type: 'update' | 'delete';
  bytes: Uint8Array;
}

/** The facts about an update that are needed before it is stored. */
export interface UpdateFacts {
  /** How far the update reaches for each client, whatever it leaves out before that; a Yjs state vector. */
  reach: Uint8Array;
  /** The number of clients in the update. */
  clients: number;
  /** Whether the update is complete: it has no gap, and holds everything that its parts refer to. */
  isWhole: boolean;
  /** Whether the update may put a draft into the bin. */
  mayDiscard: boolean;
}

/** A document as both sides of a comparison have it: the server's updates, and the device's state vector. */
export interface ComparedDocument {
  updates: Uint8Array[];
  /** Null when the device does not have the document. */
  vector: Uint8Array | null;
}

/** A document with all its updates. */
export interface WholeDocument {
  id: string;
  kind: DocumentKind;
  updates: Uint8Array[];
}

export interface Comparison {
  /** The server's state vector, without anything after a gap. */
  vector: Uint8Array;
  /** The update that the device lacks; null when it lacks nothing. */
  lacking: Uint8Array | null;
}

export type UpdatesRequest =
  | { work: 'read'; sent: SentBytes[] }
  | { work: 'fold'; updates: Uint8Array[] }
  | { work: 'compare'; documents: ComparedDocument[] }
  | { work: 'describe'; documents: WholeDocument[] }
  | { work: 'change'; document: WholeDocument; change: DocumentChange; at: number };
export type UpdatesAnswer = (UpdateFacts | null)[] | Uint8Array | (Comparison | null)[] | (DocumentFacts | null)[];

/**
 * The deepest nesting of lists and records in the content of an update; ours have three levels. Yjs reads and writes
 * them recursively: content that one thread can still read may be too deep to write for another thread with a smaller
 * stack.
 */
const MOST_NESTED = 64;

/** Does the work on updates; the same in the server's thread and in the worker. */
export function workOnUpdates(request: UpdatesRequest): UpdatesAnswer {
  switch (request.work) {
    case 'read':
      return request.sent.map(readSent);
    case 'fold':
      return foldUpdates(request.updates);
    case 'compare':
      return request.documents.map(compareIfSound);
    case 'describe':
      return request.documents.map(describeIfSound);
    case 'change':
      return changeDocument(request.document, request.change, request.at);
  }
}

/** Joins several reaches into one. */
export function joinReaches(reaches: readonly Uint8Array[]): Uint8Array {
  const furthest = new Map<number, number>();
  for (const reach of reaches) {
    for (const [client, clock] of Y.decodeStateVector(reach)) {
      furthest.set(client, Math.max(clock, furthest.get(client) ?? 0));
    }
  }
  return Y.encodeStateVector(furthest);
}

/**
 * Reads the facts of sent bytes; null when the bytes are not of their type. Nothing is integrated: the time for reading
 * depends on the number of bytes alone.
 */
function readSent({ type, bytes }: SentBytes): UpdateFacts | null {
  try {
    if (type === 'delete') {
      const seen = Y.decodeStateVector(bytes);
      return { reach: Y.encodeStateVector(seen), clients: seen.size, isWhole: false, mayDiscard: false };
    }
    return isTooLong(bytes) ? null : factsOf(bytes);
  } catch {
    // Any failure of the library means the same, also a stack that deeply nested values have exhausted.
    return null;
  }
}

/**
 * Whether bytes follow an update that are no part of it. This happens with an update in Yjs's second encoding, which
 * begins like an empty one. An update without its last byte cannot be read to its end.
 */
function isTooLong(bytes: Uint8Array): boolean {
  try {
    Y.decodeUpdate(bytes.subarray(0, -1));
    return true;
  } catch {
    // The update ends with these bytes, as it should.
    return false;
  }
}

function factsOf(update: Uint8Array): UpdateFacts | null {
  const { structs } = Y.decodeUpdate(update);
  const ends = new Map<number, number>();
  const referred: Y.ID[] = [];
  let hasGap = false;
  let mayDiscard = false;
  for (const struct of structs) {
    const { client, clock } = struct.id;
    const end = clock + struct.length;
    if (!Number.isSafeInteger(end)) return null;
    // A gap shows in the clocks of the structs before and after it; a skip only repeats that.
    if (struct instanceof Y.Skip) continue;
    const known = ends.get(client) ?? 0;
    if (clock > known) hasGap = true;
    ends.set(client, Math.max(known, end));
    if (!(struct instanceof Y.Item)) continue;
    const values = valuesOf(struct.content);
    if (isNestedDeeper(values, MOST_NESTED)) return null;
    mayDiscard ||= values.some(isDiscarding);
    for (const id of [struct.origin, struct.rightOrigin, struct.parent]) if (id instanceof Y.ID) referred.push(id);
  }
  const isWhole = !hasGap && referred.every(({ client, clock }) => clock < (ends.get(client) ?? 0));
  return { reach: Y.encodeStateVector(ends), clients: ends.size, isWhole, mayDiscard };
}

/** Returns the values in the content of a struct that may be nested. */
function valuesOf(content: Y.Item['content']): unknown[] {
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return content.arr;
  if (content instanceof Y.ContentEmbed) return [content.embed];
  if (content instanceof Y.ContentFormat) return [content.value];
  if (content instanceof Y.ContentDoc) return [content.opts];
  return [];
}

function isNestedDeeper(values: unknown[], most: number): boolean {
  let level = values;
  for (let depth = 0; depth <= most; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? Object.values(value) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** Folds many updates into one that says the same, and reaches as far. Throws when it would not. */
function foldUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const folded = compactUpdates(updates);
  const reach = factsOf(folded)?.reach;
  const reaches = updates.map((update) => factsOf(update)?.reach ?? new Uint8Array([0]));
  if (!reach || !covers(reach, joinReaches(reaches))) throw new Error('Folding would lose a part of these updates');
  return folded;
}

/** Whether an update holds no struct of any client, and no deletion. */
function isNothing(update: Uint8Array): boolean {
  return update.length === 2 && update[0] === 0 && update[1] === 0;
}

/** Compares a document; null when its bytes cannot be processed: the other documents are compared all the same. */
function compareIfSound(document: ComparedDocument): Comparison | null {
  try {
    return compareDocument(document);
  } catch {
    return null;
  }
}

function compareDocument({ updates, vector }: ComparedDocument): Comparison {
  if (updates.length === 0) return { vector: Y.encodeStateVector(new Map()), lacking: null };
  const whole = joinUpdates(updates);
  const lacking = vector ? Y.diffUpdate(whole, vector) : whole;
  return { vector: Y.encodeStateVectorFromUpdate(whole), lacking: isNothing(lacking) ? null : lacking };
}

/** Describes a document; null when its bytes cannot be processed. */
function describeIfSound({ updates, ...name }: WholeDocument): DocumentFacts | null {
  try {
    return describe(name, updates);
  } catch {
    return null;
  }
}

/** Returns the document with the change, as one update. */
function changeDocument({ updates, ...name }: WholeDocument, change: DocumentChange, at: number): Uint8Array {
  return changeWhole(name, updates, { change, at });
}
