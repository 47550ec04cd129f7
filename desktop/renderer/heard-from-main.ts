import { openDocumentChannel } from '#shared/admin/document-channel.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import type { DesktopBridge } from '#shared/contract/ipc.ts';
import { fromBase64 } from '#shared/workspace/base64.ts';

type ClosingBridge = Pick<DesktopBridge, 'app.flushed'> & { on: Pick<DesktopBridge['on'], 'app.closing'> };

/**
 * Before the window closes, makes the admin write what it holds. Tells main when everything is on the disk, and whether
 * the admin has unsaved words that should stop the closing.
 */
export function answerClosing(bridge: ClosingBridge, page: EventTarget, settled: () => Promise<void>): () => void {
  return bridge.on['app.closing'](() => {
    // The admin writes what it holds to the disk at this event, after which its page may never be seen again.
    page.dispatchEvent(new Event('pagehide'));
    void settled().then(() => {
      const leaving = new Event('beforeunload', { cancelable: true });
      page.dispatchEvent(leaving);
      return bridge['app.flushed']({ isUnsaved: leaving.defaultPrevented });
    });
  });
}

/**
 * Passes the changes of other devices, which main reports, to the channel on which the admin hears of changes by other
 * windows.
 */
export function feedDocuments(
  on: Pick<DesktopBridge['on'], 'documents.changed'>,
  openChannel: AdminPorts['openChannel'],
): void {
  const channel = openDocumentChannel(openChannel);
  on['documents.changed']((changes) => {
    for (const { update, ...change } of changes) {
      channel.tell({ ...change, update: update === null ? null : fromBase64(update) });
    }
  });
}
