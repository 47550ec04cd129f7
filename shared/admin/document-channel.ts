import { type DocumentKind, documentKind } from '#shared/contract/workspace.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import type { AdminPorts, WindowChannel } from './ports.ts';

/** Where the windows of a device tell each other of changes to workspace documents, as the exchange tells them. */
export const DOCUMENT_CHANNEL = 'ninefold:documents';

/** What waits to be sent is another. It is told, and not what: whoever shows it reads it anew. */
export const WAITING_CHANGED: ForeignChange = {
  id: 'preferences:this-device-waiting',
  kind: 'preferences',
  update: null,
  isRemoved: false,
};

/** One window's end of it. What it tells itself it does not hear; what another end in the same window tells, it does. */
export interface DocumentChannel {
  /** To be called when a change is on the disk. */
  tell(change: ForeignChange): void;
  listen(listener: (change: ForeignChange) => void): () => void;
  close(): void;
}

export function openDocumentChannel(openChannel: AdminPorts['openChannel']): DocumentChannel {
  return documentChannel(openChannel(DOCUMENT_CHANNEL));
}

/** The same over a channel that is open. What arrives and is no change of a document is passed over. */
export function documentChannel(channel: WindowChannel): DocumentChannel {
  return {
    tell: (change) => channel.post({ ...change }),
    listen: (listener) =>
      channel.listen((message) => {
        const change = readChange(message);
        if (change) listener(change);
      }),
    close: () => channel.close(),
  };
}

/** Windows of another version may speak otherwise: what is not understood is passed over. */
function readChange(message: unknown): ForeignChange | null {
  if (typeof message !== 'object' || message === null) return null;
  const { id, kind, update, isRemoved } = message as Readonly<Record<string, unknown>>;
  const known: DocumentKind | undefined = documentKind.options.find((name) => name === kind);
  if (typeof id !== 'string' || known === undefined) return null;
  return { id, kind: known, update: update instanceof Uint8Array ? update : null, isRemoved: isRemoved === true };
}
