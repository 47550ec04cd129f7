import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { createWaitingSaves } from '../editor/index.ts';
import type { QueueItem } from './send-queue.ts';
import { createWaitingActions } from './waiting-actions.ts';

/** Makes a refused item wait once more, and returns the changed item. Throws NotKeptError. */
export async function retried(store: DocumentStore, item: QueueItem, unique: () => string): Promise<QueueItem> {
  if (item.type === 'action') {
    const action = { ...item.action, fault: null };
    await createWaitingActions(store).keep(action);
    return { ...item, action };
  }
  const { pending } = item.save;
  // The server keeps a refusal under its key, so a new key is needed.
  const isRefusedCreate = item.save.fault !== null && pending.request.key !== null;
  const request = isRefusedCreate ? { ...pending.request, key: unique() } : pending.request;
  const save = { ...item.save, fault: null, pending: { ...pending, request } };
  await createWaitingSaves(store).keep(item.id, save);
  return { ...item, save };
}

/**
 * Takes back a waiting item: it is not sent any more. The words of a save stay, unsaved; the save is remembered,
 * because it may have reached the server. Throws NotKeptError.
 */
export async function takeBack(store: DocumentStore, item: QueueItem): Promise<void> {
  if (item.type === 'action') await createWaitingActions(store).drop(item.id);
  else await createWaitingSaves(store).keep(item.id, { ...item.save, fault: null, isTakenBack: true });
}
