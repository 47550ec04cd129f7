import { openDocument, type WorkspaceDocument } from './document.ts';
import { isSameJson, type JsonValue } from './json.ts';
import type { DocumentStore } from './store-port.ts';

/** The document most rules are about. */
export const draft = { id: 'draft:new-one', kind: 'draft' } as const;

/** Someone who types into the draft: each call of `type` gives the one update it made. */
export function typing(updates: readonly Uint8Array[] = []) {
  const document = openDocument(draft, updates);
  const made: Uint8Array[] = [];
  document.onUpdate((update) => made.push(update));
  return {
    document,
    /** Types at the end and gives the update. */
    type(text: string): Uint8Array {
      document.setText('content', document.text('content') + text);
      const update = made.at(-1);
      if (!update) throw new Error('Nothing was typed');
      return update;
    },
  };
}

export async function contentOf(store: DocumentStore): Promise<string> {
  return openDocument(draft, await store.load(draft.id)).text('content');
}

export async function append(store: DocumentStore, document: WorkspaceDocument): Promise<void> {
  await store.append(document, document.encode());
}

/** Throws where two values do not say the same, as JSON. */
export function same(found: unknown, expected: unknown): void {
  if (!isSameJson(found as JsonValue, expected as JsonValue)) {
    throw new Error(`Expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  }
}
