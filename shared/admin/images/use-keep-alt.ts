import { updateImage } from '#shared/contract/images.ts';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

/** Stores in the library what the owner has said a picture shows, for the next text that uses the picture. */
export function useKeepAlt() {
  return useAction({
    name: 'image_described',
    run: ({ api }, { filename, ...body }: { filename: string; alt: string }) =>
      api.call(updateImage, { params: { filename }, body }),
    refreshes: [queryKeys.images],
  });
}
