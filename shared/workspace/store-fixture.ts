import { openDocument, type WorkspaceDocument } from './document.ts';
import { isSameJson, type JsonValue } from './json.ts';
import type { DocumentStore } from './store-port.ts';

/** The document that most rules use. */
export const draft = { id: 'draft:new-one', kind: 'draft' } as const;

/** Simulates somebody who types into the draft: each call of `type` returns the update that it made. */
export function typing(updates: readonly Uint8Array[] = []) {
  const document = openDocument(draft, updates);
  const made: Uint8Array[] = [];
  document.onUpdate((update) => made.push(update));
  return {
    document,
    /** Types at the end and returns the update. */
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

/** Throws when two values differ as JSON. */
export function same(found: unknown, expected: unknown): void {
  if (!isSameJson(found as JsonValue, expected as JsonValue)) {
    throw new Error(`Expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  }
}
