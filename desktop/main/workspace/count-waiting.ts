import { openDocument } from '#shared/workspace/document.ts';
import { WAITING_ACTIONS, WAITING_SAVES } from '#shared/workspace/document-ids.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';

/**
 * Returns the number of the owner's actions on posts that wait to be sent: saves, publications, schedulings, takedowns.
 */
export async function countWaitingPosts(store: Pick<DocumentStore, 'load'>): Promise<number> {
  let count = 0;
  for (const name of [WAITING_SAVES, WAITING_ACTIONS]) {
    const fields = openDocument(name, await store.load(name.id)).fields();
    count += Object.values(fields).filter((field) => !isTakenBack(field)).length;
  }
  return count;
}

/** A withdrawn save stays recorded because it may have taken effect, and is not sent again. */
function isTakenBack(field: JsonValue): boolean {
  return typeof field === 'object' && field !== null && 'isTakenBack' in field && field.isTakenBack === true;
}
