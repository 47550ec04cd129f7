import type { Executor } from '#server/db/transaction.ts';
import { lastEntryOf } from '#server/repositories/history/history.ts';
import { keepInHistory } from '#server/repositories/history/keep.ts';
import { findStoredRows, type StoredDocument } from '#server/repositories/workspace-documents.ts';
import { formerNumber, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import type { DocumentFacts } from '#shared/workspace/document-facts.ts';
import { isGeneratedDraft } from '#shared/workspace/post-draft.ts';
import type { ReadChange } from './read-changes.ts';
import type { UpdateReader } from './update-reader.ts';

/** A document of a kind that History records. */
type NotedDocument = StoredDocument & { kind: 'draft' | 'prompt' | 'run' };

/** The documents before and after a push. */
interface Outcome {
  before: ReadonlyMap<string, StoredDocument>;
  after: readonly StoredDocument[];
}

/**
 * Looks at changes before they are stored; the returned function records the notable ones in History, in the
 * transaction that stores the changes.
 */
export type Noteworthy = (
  changes: readonly ReadChange[],
) => Promise<(trx: Executor, outcome: Outcome, now: number) => Promise<void>>;

/** A document before and after a push, if it can be read. */
interface Sides {
  before: DocumentFacts | null;
  after: DocumentFacts | null;
}

interface NoteworthyOptions {
  db: Executor;
  reader: Pick<UpdateReader, 'describe'>;
  /** Called for a document that could not be read in time. */
  onError: (error: unknown) => void;
}

/**
 * The actions of devices on documents that History records: deleting, putting a draft into the bin, saving another
 * prompt, and what undoes a deletion. History does not record a draft that is removed because its text is in a post
 * now, nor a document that is edited further, because nothing of it is replaced.
 */
export function createNoteworthy({ db, reader, onError }: NoteworthyOptions): Noteworthy {
  /** One document after the other: all documents that a push may name would not fit into memory together. */
  const describe = async (changes: readonly ReadChange[]): Promise<ReadonlyMap<string, Sides>> => {
    const sides = new Map<string, Sides>();
    for (const [id, ofDocument] of Map.groupBy(changes, ({ change }) => change.documentId)) {
      if (await mayMatter(id, ofDocument)) sides.set(id, await sidesOf(id, ofDocument));
    }
    return sides;
  };

  const sidesOf = async (id: string, changes: readonly ReadChange[]): Promise<Sides> => {
    const kind = changes[0]?.change.kind ?? 'draft';
    const stored = ((await findStoredRows(db, [id], 'update')).get(id) ?? []).map(({ data }) => data);
    const added = changes.flatMap(({ change, data }) => (change.type === 'update' ? [data] : []));
    const both = [stored, [...stored, ...added]].map((updates) => ({ id, kind, updates }));
    try {
      const [before = null, after = null] = await reader.describe(added.length === 0 ? both.slice(0, 1) : both);
      return { before, after: added.length === 0 ? before : after };
    } catch (error) {
      // A document that takes too long to be read is stored all the same, but it then has no name in History.
      onError(error);
      return { before: null, after: null };
    }
  };

  const mayMatter = async (id: string, changes: readonly ReadChange[]): Promise<boolean> => {
    const { kind } = changes[0]?.change ?? {};
    if (kind === undefined || kind === 'preferences' || kind === 'codex') return false;
    const isNamed = kind !== 'draft' || isGeneratedDraft(id);
    if (
      kind === 'prompt' ||
      changes.some(({ change, mayDiscard }) => (change.type === 'delete' && isNamed) || mayDiscard)
    )
      return true;
    // The document may be restored by these changes.
    return (await lastEntryOf(db, { kind, subject: id }))?.action === 'deleted';
  };

  return async (changes) => {
    const sides = await describe(changes);
    return async (trx, { before, after }, now) => {
      for (const document of after) {
        const facts = sides.get(document.id);
        if (facts && isNoted(document)) await keepOutcome(trx, { document, was: before.get(document.id), facts }, now);
      }
    };
  };
}

interface DocumentOutcome {
  document: NotedDocument;
  /** Undefined for a new document. */
  was: StoredDocument | undefined;
  facts: Sides;
}

const isNoted = (document: StoredDocument): document is NotedDocument =>
  document.kind !== 'preferences' && document.kind !== 'codex';

async function keepOutcome(trx: Executor, { document, was, facts }: DocumentOutcome, now: number): Promise<void> {
  const { id, kind, deletedAt } = document;
  // The document is alive, but it is unknown whether it is in the bin.
  if (deletedAt === null && facts.after === null) return;
  const named = facts.after?.name ? facts.after : facts.before;
  const common = { kind, subject: id, name: documentTitle(document, named?.name ?? '') };
  const last = await lastEntryOf(trx, { kind, subject: id });
  const wasGone = was !== undefined && (was.deletedAt !== null || isBinned(facts.before));
  const isDeleted = deletedAt !== null && (kind !== 'draft' || isGeneratedDraft(id));
  const discardedAt = facts.after?.discardedAt ?? null;
  if (deletedAt !== null || discardedAt !== null) {
    const ref = discardedAt ?? undefined;
    // A device that compares may send the same change again.
    const isKnown = last?.action === 'deleted' && last.ref === (ref === undefined ? null : String(ref));
    const isNew = deletedAt === null ? !isKnown : isDeleted && !wasGone;
    if (isNew) await keepInHistory(trx, { ...common, action: 'deleted', ...(ref !== undefined && { ref }) }, now);
  } else if (last?.action === 'deleted') {
    await keepInHistory(trx, { ...common, action: 'restored' }, now);
  } else if (kind === 'prompt' && facts.before?.prompt && facts.before.prompt !== facts.after?.prompt) {
    const state = { was: 'replaced' as const, prompt: facts.before.prompt };
    await keepInHistory(trx, { ...common, kind, action: 'replaced', state }, now);
  }
}

const isBinned = (facts: DocumentFacts | null) => facts !== null && facts.discardedAt !== null;

/** The title of a document in a list; `name` is the document's own name, empty when it has none. */
function documentTitle({ id, kind }: Pick<NotedDocument, 'id' | 'kind'>, name: string): string {
  if (kind === 'draft') return name || 'Untitled draft';
  if (kind === 'run') return name || 'Untitled run';
  const key = id.slice('prompt:'.length);
  const step = WORKFLOW_STEPS.find((each) => each.id === key || String(formerNumber(each.id)) === key);
  return `Custom prompt: ${step?.title ?? key}`;
}
