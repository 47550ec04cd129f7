import { type DocumentKind, documentKind } from '#shared/contract/workspace.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import type { AdminPorts, WindowChannel } from './ports.ts';

/**
 * The channel on which the windows of a device tell each other of changes to workspace documents, as the exchange does.
 */
export const DOCUMENT_CHANNEL = 'ninefold:documents';

/**
 * The message that the waiting saves and actions have changed. It does not say how: a window that shows them reads them
 * again.
 */
export const WAITING_CHANGED: ForeignChange = {
  id: 'preferences:this-device-waiting',
  kind: 'preferences',
  update: null,
  isRemoved: false,
};

/**
 * One window's end of the channel. It does not receive its own messages, but those of another end in the same window.
 */
export interface DocumentChannel {
  /** Must be called when a change is on the disk. */
  tell(change: ForeignChange): void;
  listen(listener: (change: ForeignChange) => void): () => void;
  close(): void;
}

export function openDocumentChannel(openChannel: AdminPorts['openChannel']): DocumentChannel {
  return documentChannel(openChannel(DOCUMENT_CHANNEL));
}

/** Returns such an end on a channel that is already open. Messages that are not a document's change are ignored. */
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

/** Windows of another version may send other messages: a message that is not understood is ignored. */
function readChange(message: unknown): ForeignChange | null {
  if (typeof message !== 'object' || message === null) return null;
  const { id, kind, update, isRemoved } = message as Readonly<Record<string, unknown>>;
  const known: DocumentKind | undefined = documentKind.options.find((name) => name === kind);
  if (typeof id !== 'string' || known === undefined) return null;
  return { id, kind: known, update: update instanceof Uint8Array ? update : null, isRemoved: isRemoved === true };
}
