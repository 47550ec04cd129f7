import sharp from 'sharp';
import { makePicture } from '#server/adapters/make-picture.ts';
import { type EncodedPicture, encodePicture } from '#server/adapters/picture-encoding.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { PictureAnswer, PictureRequest, UploadRequest } from './picture-requests.ts';

// A separate process, not a thread: a crash of a codec, or memory that it leaks, does not affect the server, and ends
// with this process. It handles one request after the other, on one processor: the others are for readers.

sharp.concurrency(1);

process.on('message', async (request: PictureRequest | UploadRequest) => {
  const answer: PictureAnswer = await make(request).then(
    (made) => ({ made }),
    (error: unknown) => (isRefusal(error) ? { refusal: error.message } : { fault: faultOf(error) }),
  );
  process.send?.(answer);
});
// The server of this process has ended.
process.on('disconnect', () => process.exit());

async function make(request: PictureRequest | UploadRequest): Promise<EncodedPicture | null> {
  if (request.what === 'upload') return encodePicture(request.bytes, request.id, request.options);
  await makePicture(request);
  return null;
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'picture_refused';
}

function faultOf(error: unknown): { message: string; code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  return { message: error.stack ?? error.message, ...(code !== undefined && { code }) };
}
