import { openDocument } from '#shared/workspace/document.ts';
import { WAITING_ACTIONS, WAITING_SAVES } from '#shared/workspace/document-ids.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';

/** How much the owner asked for of posts that waits to be sent: saved, published, planned, taken offline. */
export async function countWaitingPosts(store: Pick<DocumentStore, 'load'>): Promise<number> {
  let count = 0;
  for (const name of [WAITING_SAVES, WAITING_ACTIONS]) {
    const fields = openDocument(name, await store.load(name.id)).fields();
    count += Object.values(fields).filter((field) => !isTakenBack(field)).length;
  }
  return count;
}

/** A save that was taken back is known for what it may have done, and is not sent again. */
function isTakenBack(field: JsonValue): boolean {
  return typeof field === 'object' && field !== null && 'isTakenBack' in field && field.isTakenBack === true;
}
