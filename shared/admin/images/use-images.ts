import {
  deleteImage,
  emptyImageBin,
  type Image,
  purgeImage,
  undeleteImage,
  updateImage,
} from '#shared/contract/images.ts';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

/** The queries that become stale: what the library says of pictures, and the posts, which show them. */
const STALE = [queryKeys.images, queryKeys.posts];

export function useDeleteImage(onDeleted: (image: Image) => void) {
  return useAction({
    name: 'image_deleted',
    run: ({ api }, { filename }: Image) => api.call(deleteImage, { params: { image: filename } }),
    refreshes: STALE,
    success: 'Image deleted successfully!',
    onSuccess: (_nothing, image) => onDeleted(image),
  });
}

export function useUndeleteImage() {
  return useAction({
    name: 'image_undeleted',
    run: ({ api }, { filename }: Image) => api.call(undeleteImage, { params: { image: filename } }),
    refreshes: STALE,
    success: 'Image restored',
  });
}

export function usePurgeImage() {
  return useAction({
    name: 'image_purged',
    run: ({ api }, { filename }: Image) => api.call(purgeImage, { params: { image: filename } }),
    refreshes: [queryKeys.images],
    success: 'Image deleted for good',
  });
}

export function useEmptyImageBin() {
  return useAction({
    name: 'image_bin_emptied',
    run: ({ api }) => api.call(emptyImageBin),
    refreshes: [queryKeys.images],
    success: 'The bin is empty',
  });
}

interface ImageDetails {
  filename: string;
  title?: string;
  alt?: string;
  focus?: string;
}

export function useUpdateImage(onSaved: (image: Image) => void = () => {}) {
  return useAction({
    name: 'image_updated',
    run: ({ api }, { filename, ...body }: ImageDetails) => api.call(updateImage, { params: { filename }, body }),
    refreshes: STALE,
    success: 'Image details saved',
    onSuccess: onSaved,
  });
}

interface ReplacementFile {
  image: Image;
  file: File;
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

/** Replaces the file of a picture. */
export function useReplaceImage(onReplaced: (image: Image) => void) {
  return useAction({
    name: 'image_replaced',
    run: ({ uploadPicture }, { image, file, ...options }: ReplacementFile) =>
      uploadPicture(file, { ...options, replaces: image.filename }),
    refreshes: STALE,
    success: ({ usedBy }) => `File replaced${usedBy.length === 0 ? '' : ` in ${postCount(usedBy.length)}`}`,
    failure: 'The file was not replaced',
    onSuccess: onReplaced,
  });
}

export const postCount = (posts: number) => (posts === 1 ? '1 post' : `${posts} posts`);
