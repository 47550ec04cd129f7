import type { Services } from '#server/services/index.ts';
import type { QueryOf } from '#shared/contract/endpoint.ts';
import {
  deleteImage,
  emptyImageBin,
  listImages,
  purgeImage,
  replaceImage,
  undeleteImage,
  updateImage,
  uploadImage,
} from '#shared/contract/images.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { setPagingHeaders } from './paging-headers.ts';
import { readPicture } from './read-picture.ts';
import type { Register } from './register.ts';

/** The most uploads of pictures per minute: each picture is decoded and encoded several times. */
const UPLOADS_A_MINUTE = 60;

/** The owner's pictures. */
export function addImageRoutes(register: Register, { images }: Services): void {
  register(listImages, async ({ query, request, reply }) => {
    const names = query.names?.split(',').filter((name) => name !== '');
    const list = await images.list({ ...query, names });
    setPagingHeaders(request, reply, { ...list, nextPage: nextPage(query, list.total) });
    return list.items;
  });

  register(
    uploadImage,
    async ({ request }) => {
      const { bytes, name } = await readPicture(request);
      const image = await images.add(bytes, { name, key: idempotencyKeyOf(request) });
      return { ...image, imageUrl: image.url };
    },
    { perMinute: UPLOADS_A_MINUTE },
  );

  register(
    replaceImage,
    async ({ params, request }) => {
      const { bytes, name } = await readPicture(request);
      const image = await images.replace(params.filename, bytes, { name });
      return { ...image, imageUrl: image.url };
    },
    { perMinute: UPLOADS_A_MINUTE },
  );

  register(updateImage, ({ params, body }) => images.update(params.filename, body));

  register(deleteImage, async ({ params }) => {
    await images.remove(params.image);
    return undefined;
  });

  register(undeleteImage, ({ params }) => images.undelete(params.image));

  register(purgeImage, async ({ params }) => {
    await images.purge(params.image);
    return undefined;
  });

  register(emptyImageBin, async () => {
    await images.emptyBin();
    return undefined;
  });
}

/** The number of the next page in an order that has no cursors; null when there is none. */
function nextPage({ order = 'newest', limit, page = 1 }: QueryOf<typeof listImages>, total: number): number | null {
  return order !== 'newest' && limit !== undefined && page * limit < total ? page + 1 : null;
}
