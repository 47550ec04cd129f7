import type { UploadedImage } from '#shared/contract/images.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ImageService } from '../images.ts';

/** Puts a picture the provider has made into the library. Throws AppError `picture_refused` for what is none of ours. */
export async function storePicture(
  images: Pick<ImageService, 'add' | 'update'>,
  bytes: Buffer,
  texts: { title: string; alt: string },
): Promise<UploadedImage> {
  try {
    const { filename } = await images.add(bytes, { isAiMade: true });
    const image = await images.update(filename, texts);
    return { ...image, imageUrl: image.url };
  } catch (error) {
    if (error instanceof AppError && error.code === 'payload_too_large')
      throw new AppError('picture_refused', { message: 'The picture the AI provider made is larger than 10 MB.' });
    throw error;
  }
}
