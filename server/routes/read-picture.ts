import type { FastifyMultipartBaseOptions } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { UPLOAD_FIELD, uploadImage } from '#shared/contract/images.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { PICTURE_TOO_LARGE } from '#shared/kernel/picture-types.ts';

/** One file and nothing else; sizes in bytes. */
export const PICTURE_LIMITS: NonNullable<FastifyMultipartBaseOptions['limits']> = {
  parts: 1,
  files: 1,
  fields: 0,
  fileSize: bodyLimits.picture,
  fieldNameSize: 100,
  headerPairs: 20,
};

/**
 * The one file of an upload; `name` is its original name, made fit to be shown: nothing is stored or served under this
 * name.
 */
export interface UploadedFile {
  bytes: Buffer;
  name: string;
}

/** The number of characters of a name that are kept. */
const LONGEST_NAME = 200;

/**
 * Reads the one file of an upload. Its bytes stay in memory until they have been checked, so that an upload that is
 * refused or aborted leaves nothing on the disk. Throws AppError `payload_too_large` over 10 MiB, `bad_request` for
 * anything but one file in the field `image`.
 */
export async function readPicture(request: FastifyRequest): Promise<UploadedFile> {
  if (Number(request.headers['content-length'] ?? 0) > uploadImage.bodyLimit) throw tooLarge();
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== UPLOAD_FIELD) throw notOnePicture();
      file = { bytes: await part.toBuffer(), name: lastPartOf(part.filename) };
    }
  } catch (error) {
    // The rest of the upload is read and discarded: a browser reads an answer only when it has sent everything.
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOf(error);
  }
  if (!file) throw notOnePicture();
  return file;
}

/** The last part of a path, on one line, without characters that change the direction of the text. */
export function lastPartOf(filename: string | undefined): string {
  return (filename ?? '')
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
  return isTooLarge ? tooLarge() : notOnePicture(error);
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', { message: PICTURE_TOO_LARGE });
}

function notOnePicture(cause?: unknown): AppError {
  return new AppError('bad_request', {
    message: `Send one picture, whole, in the field "${UPLOAD_FIELD}" alone.`,
    cause,
  });
}
