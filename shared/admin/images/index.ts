export { useAltQuestion } from './alt-question.tsx';
export { AltRequest } from './alt-request.tsx';
export { deletionQuestion } from './deletion-question.tsx';
export { FocusField } from './focus-field.tsx';
export { ALMOST_READY, generationFault, isNotReady, NEEDS_TEXT } from './generation-texts.ts';
export { ImageBrowser } from './image-browser.tsx';
export { imageNames } from './image-filter.ts';
export { ImageManager } from './image-manager.tsx';
export { imageName, sizeText, thumbnailOf, usedByText } from './image-texts.ts';
export type { InlineImages } from './inline-images.ts';
export { LibraryCard, libraryCardHeight } from './library-card.tsx';
export { pictureMarket } from './picture-market.ts';
export { SuggestedAlt } from './suggested-alt.tsx';
export { UploadProgress } from './upload-progress.tsx';
export { UploadWidget } from './upload-widget.tsx';
export { useGenerateImage } from './use-generate-image.ts';
export {
  postCount,
  useDeleteImage,
  useEmptyImageBin,
  usePurgeImage,
  useReplaceImage,
  useUndeleteImage,
  useUpdateImage,
} from './use-images.ts';
export { notAPicture, useUpload } from './use-upload.ts';
