import { openDocumentChannel } from '#shared/admin/document-channel.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import type { DesktopBridge } from '#shared/contract/ipc.ts';
import { fromBase64 } from '#shared/workspace/base64.ts';

/** Puts what other devices changed, which main tells, where the admin hears of changes by other windows. */
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
