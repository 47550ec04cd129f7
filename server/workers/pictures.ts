import sharp from 'sharp';
import { makePicture } from '#server/adapters/make-picture.ts';
import type { PictureAnswer, PictureRequest } from './picture-requests.ts';

// A process of its own, not a thread: it runs below everything else, and takes its memory with it when it ends. One
// request after the other; one processor is enough, since nobody waits for most of them.

sharp.concurrency(1);
sharp.cache(false);

process.on('message', async (request: PictureRequest) => {
  const answer: PictureAnswer = await makePicture(request).then(
    () => ({}),
    (error: unknown) => ({ fault: faultOf(error) }),
  );
  process.send?.(answer);
});
// Its server is gone.
process.on('disconnect', () => process.exit());

function faultOf(error: unknown): { message: string; code?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  return { message: error.stack ?? error.message, ...(code !== undefined && { code }) };
}
