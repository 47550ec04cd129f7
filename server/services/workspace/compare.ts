import type { Executor } from '#server/db/transaction.ts';
import { findStoredRows, listDocuments } from '#server/repositories/workspace-documents.ts';
import { bufferOf, lastPlace } from '#server/repositories/workspace-log.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import type { compareWorkspace } from '#shared/contract/workspace.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { firstPage, type PageLimits } from './first-page.ts';
import type { UpdateReader } from './update-reader.ts';

const base64 = (bytes: Uint8Array) => bufferOf(bytes).toString('base64');

interface CompareOptions {
  db: Executor;
  siteId: string;
  reader: UpdateReader;
  /** The limits of a page whose rows are documents. */
  page: PageLimits;
}

/**
 * Tells a device what it lacks of each document and what need not be pushed. Throws AppError `invalid_input` for bytes
 * that are not a state vector.
 */
export function createCompare({ db, siteId, reader, page }: CompareOptions) {
  return async ({ documents, after }: BodyOf<typeof compareWorkspace>): Promise<AnswerOf<typeof compareWorkspace>> => {
    // The end of the log is read first: updates that are pushed after it come with the next pull.
    const place = await lastPlace(db);
    const found = await listDocuments(db, after ?? null, page.rows + 1);
    const taken = firstPage(found, page);
    const ids = taken.map(({ id }) => id);
    const vectors = await readVectors(reader, documents, new Set(ids));
    const updates = await findStoredRows(db, ids, 'update');
    const compared = await reader.compare(
      ids.map((id) => ({
        updates: updates.get(id)?.map(({ data }) => data) ?? [],
        vector: vectors.get(id) ?? null,
      })),
    );
    const tombstones = await findStoredRows(db, ids, 'delete');
    return {
      siteId,
      cursor: place && { siteId, ...place },
      documents: taken.flatMap(({ id, kind }, index) => {
        const comparison = compared[index];
        // A document that cannot be compared is left out: the device pushes its state, and nothing is lost.
        if (!comparison) return [];
        const { vector, lacking } = comparison;
        return [
          {
            documentId: id,
            kind,
            vector: base64(vector),
            update: lacking && base64(lacking),
            deleted: tombstones.get(id)?.map(({ data }) => base64(data)) ?? [],
          },
        ];
      }),
      next: taken.length < found.length ? (ids.at(-1) ?? null) : null,
    };
  };
}

/** Reads the device's state vectors for the documents of this page. */
async function readVectors(
  reader: UpdateReader,
  documents: BodyOf<typeof compareWorkspace>['documents'],
  ids: ReadonlySet<string>,
): Promise<Map<string, Uint8Array>> {
  const given = documents
    .map(({ documentId, vector }, place) => ({ id: documentId, bytes: Buffer.from(vector, 'base64'), place }))
    .filter(({ id }) => ids.has(id));
  const facts = await reader.read(given.map(({ bytes }) => ({ type: 'delete', bytes })));
  const faulty = given.filter((_, index) => !facts[index]);
  if (faulty.length > 0) {
    const issues = faulty.map(({ place }) => ({
      path: `documents.${place}.vector`,
      message: 'Must be a state vector',
    }));
    throw new AppError('invalid_input', { issues });
  }
  return new Map(given.map(({ id, bytes }) => [id, bytes]));
}
