import { fromBase64, toBase64 } from '../base64.ts';
import type { Deletion, DocumentChange, DocumentName } from '../store-port.ts';
import { beyond, covers, isSoundUpdate, isSoundVector, reachOf, vectorOf } from '../tombstone.ts';
import { UnreadableChanges } from './exchange-fault.ts';
import type { CompareAnswer } from './exchange-port.ts';
import type { RoundPorts } from './round-ports.ts';
import { fromComparison } from './wire.ts';

/** What this device has of a document, without its words. */
interface Outline extends DocumentName {
  /** The part that the server need not send. */
  readonly vector: Uint8Array;
  /** The furthest that the updates reach: what the server must have so that it lacks nothing. */
  readonly reach: Uint8Array;
  readonly deletions: readonly Deletion[];
}

/**
 * The most documents, and the most bytes of vectors, in one request; the following documents are in the next request.
 */
const OUTLINES = 5000;
const OUTLINE_BYTES = 4 * 1024 * 1024;
const DOCUMENTS_AT_ONCE = 100;
const NOTHING_SEEN = new Uint8Array([0]);

/**
 * Compares every document with the server's, in the order of their ids: stores what this device lacks, puts what the
 * server lacks into the outbox, and at the end has a place in the server's log again. If the comparison is interrupted,
 * it is done anew. It stops when a site other than `siteId` answers, and at held deletions. Returns the site that
 * answered.
 */
export async function compareAll(ports: RoundPorts, siteId: string): Promise<string> {
  const { store, api } = ports;
  const unsent = await store.waiting();
  let pushedAgain = 0;
  let after: string | null = null;
  let first: CompareAnswer | null = null;
  for (;;) {
    const { outlines, isLast } = await outlinesAfter(ports, after);
    const asked = outlines.map(({ id, vector }) => ({ documentId: id, vector: toBase64(vector) }));
    const answer = await api.compare(asked, after ?? undefined);
    if (answer.siteId !== siteId) return answer.siteId;
    // Updates pushed to the server in the meantime come by the next pull, which begins where the log stood at the
    // beginning.
    first ??= answer;
    const end = earlier(answer.next, isLast ? null : (outlines.at(-1)?.id ?? null));
    const isWithin = (id: string) => (after === null || id > after) && (end === null || id <= end);
    const theirs = new Map(
      answer.documents.filter(({ documentId }) => isWithin(documentId)).map((each) => [each.documentId, each]),
    );

    for (const outline of outlines) {
      if (!isWithin(outline.id)) continue;
      const missing = await missingOf(ports, outline, theirs.get(outline.id));
      if (missing.length === 0) continue;
      await store.enqueue(missing.map((change) => ({ ...change, changeId: ports.uniqueId() })));
      if (!unsent.has(outline.id)) pushedAgain += 1;
    }
    const changes = [...theirs.values()].flatMap((each) => fromComparison(each, ports.clock.now()));
    const sound = changes.filter((change) => change !== null);
    if (sound.length < changes.length) ports.report(new UnreadableChanges(changes.length - sound.length));
    const isEnd = end === null || (after !== null && end <= after);
    const isHeld = await ports.deletions.judge(sound, isEnd);
    if (!isHeld) ports.onReceived(await store.receive(sound, { siteId, cursor: isEnd ? first.cursor : null, isEnd }));
    if (isEnd || isHeld) {
      if (pushedAgain > 0) ports.onPushedAgain(pushedAgain);
      return siteId;
    }
    after = end;
  }
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

async function outlinesAfter(
  { store }: RoundPorts,
  after: string | null,
): Promise<{ outlines: Outline[]; isLast: boolean }> {
  const outlines: Outline[] = [];
  let size = 0;
  let last = after;
  for (;;) {
    const page = await store.documents({ after: last, limit: DOCUMENTS_AT_ONCE });
    for (const { id, kind, updates, deletions } of page) {
      const { vector, reach } = ofReadable(updates, (readable) => ({
        // For a document that was deleted and forgotten here, only the part that the deleter had not seen is requested.
        vector: readable.length === 0 ? (deletions[0]?.seen ?? NOTHING_SEEN) : vectorOf(readable),
        reach: reachOf(readable),
      }));
      outlines.push({ id, kind, vector, reach, deletions });
      size += vector.length;
      last = id;
    }
    if (page.length < DOCUMENTS_AT_ONCE) return { outlines, isLast: true };
    if (outlines.length >= OUTLINES || size >= OUTLINE_BYTES) return { outlines, isLast: false };
  }
}

/**
 * Returns the result for these updates. If one of them is broken, returns the result for the readable ones, so that
 * nothing else waits for it.
 */
function ofReadable<Answer>(updates: readonly Uint8Array[], answerOf: (readable: readonly Uint8Array[]) => Answer) {
  try {
    return answerOf(updates);
  } catch {
    return answerOf(updates.filter(isSoundUpdate));
  }
}

/** Returns the changes of a document that the server lacks. */
async function missingOf(
  { store }: RoundPorts,
  { id, kind, reach, deletions }: Outline,
  theirs: CompareAnswer['documents'][number] | undefined,
): Promise<DocumentChange[]> {
  const [seen = NOTHING_SEEN] = readVectors(theirs ? [theirs.vector] : []);
  const deleted = readVectors(theirs?.deleted ?? []);
  const isDeleted = (vector: Uint8Array) => deleted.some((each) => covers(each, vector));
  const missing: DocumentChange[] = [];
  // The server may have forgotten the words of documents that it knows to be deleted; these need not be sent again.
  if (!covers(seen, reach) && !isDeleted(reach)) {
    const update = ofReadable(await store.load(id), (readable) => beyond(readable, seen));
    if (update !== null) missing.push({ id, kind, type: 'update', update });
  }
  for (const deletion of deletions) {
    // If the server has words that the deleter had not seen, the deletion no longer stands, and would otherwise be sent
    // with each comparison.
    if (!isDeleted(deletion.seen) && covers(deletion.seen, seen))
      missing.push({ id, kind, type: 'delete', ...deletion });
  }
  return missing;
}

function readVectors(given: readonly string[]): Uint8Array[] {
  return given.map(fromBase64).filter(isSoundVector);
}
