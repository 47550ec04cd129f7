import { bodyLimits } from '#shared/contract/endpoint.ts';
import { UPLOAD_FIELD, uploadImage } from '#shared/contract/images.ts';
import { NOT_A_PICTURE, PICTURE_TOO_LARGE, PICTURE_TYPES } from '#shared/kernel/picture-types.ts';
import type { GivenPicture } from './picture-file.ts';

/**
 * The picture of an upload of the page, or the reason why the server would refuse it, by the limits that the app and
 * the server share.
 */
export type ReadUpload =
  | { picture: Omit<GivenPicture, 'id'> }
  | { code: 'picture_refused' | 'payload_too_large' | 'bad_request'; message: string };

/**
 * Reads the only file of an upload of the page completely. Rejects when the page cancels the upload in the meantime.
 */
export async function readUpload(request: Request): Promise<ReadUpload> {
  const bytes = await readAll(request, uploadImage.bodyLimit);
  if (bytes === null) return { code: 'payload_too_large', message: PICTURE_TOO_LARGE };
  const type = request.headers.get('content-type') ?? '';
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null);
  const file = form?.get(UPLOAD_FIELD);
  if (!(file instanceof Blob)) return { code: 'bad_request', message: 'No picture was sent.' };
  if (file.size > bodyLimits.picture) return { code: 'payload_too_large', message: PICTURE_TOO_LARGE };
  const body = new Uint8Array(await file.arrayBuffer());
  // Imported here because it is large, and no start needs it.
  const { fileTypeFromBuffer } = await import('file-type');
  const kind = await fileTypeFromBuffer(body);
  if (!kind || !PICTURE_TYPES.has(kind.mime)) return { code: 'picture_refused', message: NOT_A_PICTURE };
  return { picture: { name: file.name, type: kind.mime, body } };
}

/** Returns the whole body; null for more than `most` bytes, of which the rest is not read. */
async function readAll({ body }: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Returns the upload of a picture, whichever code sends it. It is the same each time, so that its key (or else its id)
 * always names the same upload.
 */
export async function uploadOf({ id, key = id, name, type, body }: GivenPicture & { key?: string }): Promise<{
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}> {
  const form = new FormData();
  form.append(UPLOAD_FIELD, new Blob([body], { type }), name);
  const made = new Response(form);
  return {
    body: new Uint8Array(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type') ?? '', 'idempotency-key': key },
  };
}
