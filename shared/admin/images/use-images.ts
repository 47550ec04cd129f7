import { useInfiniteQuery } from '@tanstack/react-query';
import { deleteImage, type Image, listImages, updateImage } from '#shared/contract/images.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

const PAGE = 60;

/** The stored pictures, newest first; fetched only while the library is open. */
export function useImages(isOpen: boolean) {
  const { api } = usePorts();
  return useInfiniteQuery({
    queryKey: [...queryKeys.images, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.list(listImages, { query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: isOpen,
  });
}

export function useDeleteImage(onDeleted: (image: Image) => void) {
  return useAction({
    name: 'image_deleted',
    run: ({ api }, { filename }: Image) => api.call(deleteImage, { params: { image: filename } }),
    refreshes: [queryKeys.images],
    success: 'Image deleted successfully!',
    onSuccess: (_nothing, image) => onDeleted(image),
  });
}

export function useUpdateImage(onSaved: () => void) {
  return useAction({
    name: 'image_updated',
    run: ({ api }, { filename, ...body }: { filename: string; title: string; alt: string }) =>
      api.call(updateImage, { params: { filename }, body }),
    refreshes: [queryKeys.images],
    success: 'Image details saved',
    onSuccess: onSaved,
  });
}
