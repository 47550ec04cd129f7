import { randomUUID } from 'node:crypto';
import type { DocumentKind, LoggedUpdate, WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { openDocument, type WorkspaceDocument } from '#shared/workspace/document.ts';

/** A draft opened on one device, with the updates that the device would push. */
export interface Writer {
  document: WorkspaceDocument<'draft'>;
  /** Types at the end of the content. */
  type(text: string): WorkspaceUpdate;
  /** Deletes the document in its present state. */
  remove(): WorkspaceUpdate;
  /** Applies the pulled updates. */
  take(updates: readonly LoggedUpdate[]): void;
  text(): string;
}

/** For tests: opens a draft as a device has it. `known` are the updates it has already. */
export function openWriter(id = 'draft:one', known: readonly Uint8Array[] = []): Writer {
  const document = openDocument({ id, kind: 'draft' }, known);
  const made: Uint8Array[] = [];
  document.onUpdate((update) => made.push(update));
  return {
    document,
    type(text) {
      document.setText('content', document.text('content') + text);
      return updateOf(id, made.at(-1) ?? new Uint8Array());
    },
    remove: () => tombstoneOf(id, document.stateVector()),
    take(updates) {
      for (const { change } of updates) {
        if (change.documentId === id && change.type === 'update') document.apply(fromBase64(change.update));
      }
    },
    text: () => document.text('content'),
  };
}

/** Returns a change as it is pushed, with a new id. */
export function updateOf(documentId: string, update: Uint8Array, kind: DocumentKind = 'draft'): WorkspaceUpdate {
  return { type: 'update', id: randomUUID(), documentId, kind, update: toBase64(update) };
}

export function tombstoneOf(documentId: string, seen: Uint8Array, kind: DocumentKind = 'draft'): WorkspaceUpdate {
  return { type: 'delete', id: randomUUID(), documentId, kind, seen: toBase64(seen) };
}

export const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
export const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
