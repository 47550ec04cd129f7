import { randomUUID } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { findDocuments, findStoredRows, findStoredRowsBehind } from '#server/repositories/workspace-documents.ts';
import type { WorkspaceService } from '#server/services/workspace/index.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { BatchDocument, BatchDocuments } from '#shared/runs/batch/batch-ports.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';

interface ServerDocumentOptions {
  db: Executor;
  clock: Clock;
  siteId: string;
  workspace: Pick<WorkspaceService, 'push'>;
}

/** The workspace documents as the server itself reads and writes them, in the same way as a device. */
export function createServerDocuments({ db, clock, siteId, workspace }: ServerDocumentOptions): BatchDocuments {
  return {
    async open<Kind extends DocumentKind>(kind: Kind, id: string): Promise<BatchDocument<Kind>> {
      // Yjs is loaded when the server first has something to write, not at its start.
      const { openDocument } = await import('#shared/workspace/document.ts');
      let known = (await findDocuments(db, [id])).get(id);
      const rows = (await findStoredRows(db, [id], 'update')).get(id) ?? [];
      let place = rows.at(-1)?.seq ?? 0;
      const document = openDocument(
        { kind, id },
        rows.map(({ data }) => data),
      );
      let saved = document.stateVector();
      return {
        document,
        state: () => (known === undefined ? 'unknown' : known.deletedAt === null ? 'living' : 'deleted'),
        async keep() {
          document.touch(clock.now());
          const update = Buffer.from(document.encode(saved)).toString('base64');
          const reach = document.stateVector();
          const change = { type: 'update' as const, id: randomUUID(), documentId: id, kind, update };
          try {
            await workspace.push({ siteId, updates: [change] });
          } catch (error) {
            throw new NotKeptError(error);
          }
          saved = reach;
          known ??= (await findDocuments(db, [id])).get(id);
        },
        async refresh() {
          known = (await findDocuments(db, [id])).get(id);
          const news = await findStoredRowsBehind(db, id, place);
          for (const { data } of news) document.apply(data);
          place = news.at(-1)?.seq ?? place;
        },
      };
    },
  };
}
