import type { Page } from 'playwright/test';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { openStoredDraft, readValues } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';

/** Returns the drafts as this browser's database has them: what a crash at this moment would leave. */
export async function draftsOnDisk(page: Page): Promise<PostValues[]> {
  const { drafts, updates } = await page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('ninefold-workspace'));
    const read = database.transaction(['documents', 'updates']);
    const [documents, rows] = await Promise.all([
      settled<{ id: string; kind: DocumentKind }[]>(read.objectStore('documents').getAll()),
      settled<{ documentId: string; update: Uint8Array }[]>(read.objectStore('updates').getAll()),
    ]);
    database.close();
    return { drafts: documents.filter(({ kind }) => kind === 'draft').map(({ id }) => id), updates: rows };
  });
  return drafts.map((id) => {
    const own = updates.filter(({ documentId }) => documentId === id).map(({ update }) => update);
    return readValues(openStoredDraft(id, own));
  });
}
