import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { BatchDocuments } from '#shared/runs/batch/batch-ports.ts';
import type { OpenDocuments } from '../../../documents/open-documents.ts';

/** This device's documents as a driver of batches has them open. */
export function createDeviceDocuments(documents: OpenDocuments): BatchDocuments {
  const removed = new Set<string>();
  documents.onForeign(({ id, isRemoved }) => {
    if (isRemoved) removed.add(id);
  });
  return {
    async open<Kind extends DocumentKind>(kind: Kind, id: string) {
      let isKnown = await documents.isKnown(id);
      if (isKnown && !(await documents.list(kind)).includes(id)) removed.add(id);
      const document = await documents.open(kind, id);
      return {
        document,
        state: () => (removed.has(id) ? 'deleted' : isKnown ? 'living' : 'unknown'),
        async keep() {
          await documents.keep(document);
          isKnown = true;
        },
        refresh: () => documents.refresh(document),
      };
    },
  };
}
