import type { Services } from '#server/services/index.ts';
import { deleteImage, listImages, updateImage, uploadImage } from '#shared/contract/images.ts';
import { setPagingHeaders } from './paging-headers.ts';
import { readPicture } from './read-picture.ts';
import type { Register } from './register.ts';

/** The owner's pictures. */
export function addImageRoutes(register: Register, { images }: Services): void {
  register(listImages, async ({ query, request, reply }) => {
    const list = await images.list(query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });

  register(
    uploadImage,
    async ({ request }) => {
      const image = await images.add(await readPicture(request));
      return { ...image, imageUrl: image.url };
    },
    { perMinute: 60 },
  );

  register(updateImage, ({ params, body }) => images.update(params.filename, body));

  register(deleteImage, async ({ params }) => {
    await images.remove(params.image);
    return undefined;
  });
}
