import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import { type DocumentStore, NotKeptError } from '#shared/workspace/store-port.ts';

/** Returns what the store has of a document; nothing where this computer keeps nothing. */
export function loaded(store: DocumentStore, id: string): Promise<Uint8Array[]> {
  return orNothing(store.load(id), []);
}

/** Returns the store's answer; `nothing` where this computer keeps nothing, as in some private windows. */
export async function orNothing<Value>(said: Promise<Value>, nothing: Value): Promise<Value> {
  try {
    return await said;
  } catch (error) {
    if (error instanceof NotKeptError) return nothing;
    throw error;
  }
}

/**
 * Changes a document that was just loaded, and writes the change to the disk. Throws NotKeptError: the document then
 * contains more than the disk, and must be loaded again.
 */
export async function changeLoaded<Document extends WorkspaceDocument>(
  store: DocumentStore,
  document: Document,
  change: (document: Document) => void,
): Promise<void> {
  const { id, kind } = document;
  const seen = document.stateVector();
  change(document);
  await store.append({ id, kind }, document.encode(seen));
}
