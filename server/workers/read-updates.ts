import * as Y from 'yjs';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { changeWhole, type DocumentChange, type DocumentFacts, describe } from '#shared/workspace/document-facts.ts';
import { isDiscarding } from '#shared/workspace/post-draft.ts';
import { compactUpdates, covers, joinUpdates } from '#shared/workspace/tombstone.ts';

export { covers };

/** What a device sends of a document: a Yjs update, or what a deleter had seen as a Yjs state vector. */
export interface SentBytes {
  type: 'update' | 'delete';
  bytes: Uint8Array;
}

/** What is to be known of an update before it is stored. */
export interface UpdateFacts {
  /** How far it reaches of each client, whatever it leaves out before; a Yjs state vector. */
  reach: Uint8Array;
  /** Clients it speaks of. */
  clients: number;
  /** It leaves nothing out: no gap, and all that its parts refer to is in it. */
  isWhole: boolean;
  /** It may put a draft into the bin. */
  mayDiscard: boolean;
}

/** A document as both sides of a comparison have it: the server's updates, and the device's state vector. */
export interface ComparedDocument {
  updates: Uint8Array[];
  /** Null: the device does not have the document. */
  vector: Uint8Array | null;
}

/** A document with all its updates. */
export interface WholeDocument {
  id: string;
  kind: DocumentKind;
  updates: Uint8Array[];
}

export interface Comparison {
  /** The server's state vector, without what lies behind a gap. */
  vector: Uint8Array;
  /** What the device lacks; null when that is nothing. */
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
 * Lists and records inside each other in what an update holds; ours have three. Yjs reads and writes them by calls in each
 * other: what one thread can still read, another with a smaller stack can no longer write.
 */
const MOST_NESTED = 64;

/** The work on updates; the same in the server's thread and in the worker. */
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

/** How far several things reach together. */
export function joinReaches(reaches: readonly Uint8Array[]): Uint8Array {
  const furthest = new Map<number, number>();
  for (const reach of reaches) {
    for (const [client, clock] of Y.decodeStateVector(reach)) {
      furthest.set(client, Math.max(clock, furthest.get(client) ?? 0));
    }
  }
  return Y.encodeStateVector(furthest);
}

/** Null where the bytes are not what they are said to be. Nothing is integrated: reading takes time with the bytes alone. */
function readSent({ type, bytes }: SentBytes): UpdateFacts | null {
  try {
    if (type === 'delete') {
      const seen = Y.decodeStateVector(bytes);
      return { reach: Y.encodeStateVector(seen), clients: seen.size, isWhole: false, mayDiscard: false };
    }
    return isTooLong(bytes) ? null : factsOf(bytes);
  } catch {
    // Whatever the library trips over, also the stack that deeply nested values use up, says the same.
    return null;
  }
}

/**
 * Whether something stands behind an update that is no part of it, as with one in Yjs's second encoding, which begins
 * like one that says nothing. One that lacks its last byte cannot be read to its end.
 */
function isTooLong(bytes: Uint8Array): boolean {
  try {
    Y.decodeUpdate(bytes.subarray(0, -1));
    return true;
  } catch {
    // The bytes end here, as they should.
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
    // A gap is left open by what comes before it and closed by what comes behind; skips say the same once more.
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

/** What the content of a part holds that may be nested. */
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

/** One update that says what many do, and reaches as far. Throws where it would not. */
function foldUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const folded = compactUpdates(updates);
  const reach = factsOf(folded)?.reach;
  const reaches = updates.map((update) => factsOf(update)?.reach ?? new Uint8Array([0]));
  if (!reach || !covers(reach, joinReaches(reaches))) throw new Error('Folding would lose a part of these updates');
  return folded;
}

/** No struct of any client, nothing deleted of any. */
function isNothing(update: Uint8Array): boolean {
  return update.length === 2 && update[0] === 0 && update[1] === 0;
}

/** Null where its bytes cannot be worked on: the other documents are compared all the same. */
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

/** Null where its bytes cannot be worked on. */
function describeIfSound({ updates, ...name }: WholeDocument): DocumentFacts | null {
  try {
    return describe(name, updates);
  } catch {
    return null;
  }
}

/** The document as one update that says all it says and the change. */
function changeDocument({ updates, ...name }: WholeDocument, change: DocumentChange, at: number): Uint8Array {
  return changeWhole(name, updates, { change, at });
}
