import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Services } from '#server/services/index.ts';
import {
  createImport,
  downloadReceipt,
  IMPORT_FIELD,
  listImportAddresses,
  listImportItems,
  listImports,
  readImport,
  runImport,
  type SiteImport,
  undoImport,
} from '#shared/contract/imports.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { setPagingHeaders } from './paging-headers.ts';
import { lastPartOf } from './read-picture.ts';
import type { Register } from './register.ts';

/** The rows per page when the request does not say. */
const PAGE = 50;
/** The most uploads per minute: each file is read to its end. */
const UPLOADS_A_MINUTE = 6;

/**
 * Imports: uploading, running, checking and undoing them. These calls return at once; a separate process does the work.
 */
export function addImportRoutes(register: Register, { imports }: Services): void {
  register(listImports, () => imports.list());
  register(createImport, ({ request }) => receiveFile(request, (file) => imports.create(file)), {
    perMinute: UPLOADS_A_MINUTE,
  });
  register(readImport, ({ params }) => imports.get(params.id));
  register(runImport, ({ params, body }) => imports.run(params.id, body));
  register(undoImport, ({ params }) => imports.undo(params.id));
  register(listImportItems, async ({ params, query, request, reply }) => {
    const asked = { ...query, limit: query.limit ?? PAGE, page: query.page ?? 1 };
    const found = await imports.items(params.id, asked);
    setPagingHeaders(request, reply, { ...found, nextPage: nextPage(asked, found.total) });
    return found.items;
  });
  register(listImportAddresses, async ({ params, query, request, reply }) => {
    const asked = { ...query, limit: query.limit ?? PAGE, page: query.page ?? 1 };
    const found = await imports.addresses(params.id, asked);
    setPagingHeaders(request, reply, { ...found, nextPage: nextPage(asked, found.total) });
    return found.items;
  });
  register(downloadReceipt, async ({ params, query, request, reply }) => {
    const { name, text } = await imports.receipt(params.id, query.form);
    // A browser that follows a link gets the file; the admin gets its text as JSON.
    if (request.headers.accept === 'application/json') return { name, text: await wholeOf(text) };
    const type = query.form === 'json' ? 'application/json' : 'text/plain';
    await reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(`${type}; charset=utf-8`)
      .send(Readable.from(text));
    return undefined;
  });
}

async function wholeOf(text: AsyncGenerator<string>): Promise<string> {
  let whole = '';
  for await (const piece of text) whole += piece;
  return whole;
}

function nextPage({ limit, page }: { limit: number; page: number }, total: number): number | null {
  return page * limit < total ? page + 1 : null;
}

/** Receives the one file of an upload and passes it on as a stream. Throws AppError `bad_request` for anything else. */
async function receiveFile(
  request: FastifyRequest,
  take: (file: { name: string; bytes: Readable }) => Promise<SiteImport>,
): Promise<SiteImport> {
  let taken: SiteImport | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: Number.MAX_SAFE_INTEGER } })) {
      if (part.type !== 'file' || part.fieldname !== IMPORT_FIELD) throw notOneFile();
      taken = await take({ name: lastPartOf(part.filename) || 'file', bytes: part.file });
    }
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    throw error instanceof AppError || isOfServer(error) ? error : notOneFile(error);
  }
  if (!taken) throw notOneFile();
  return taken;
}

/** Whether an error is a fault of the disk or the database, not of the upload. */
function isOfServer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(E[A-Z]+|SQLITE_.*)$/.test(String(error.code));
}

function notOneFile(cause?: unknown): AppError {
  return new AppError('bad_request', { message: `Send one file, whole, in the field "${IMPORT_FIELD}" alone.`, cause });
}
