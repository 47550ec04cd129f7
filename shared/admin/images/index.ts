export { ALMOST_READY, generationFault, isNotReady, NEEDS_TEXT } from './generation-texts.ts';
export { ImageManager } from './image-manager.tsx';
export type { InlineImages } from './inline-images.ts';
export { pictureMarket } from './picture-market.ts';
export { UploadProgress } from './upload-progress.tsx';
export { UploadWidget } from './upload-widget.tsx';
export { useGenerateImage } from './use-generate-image.ts';
export { useUpload } from './use-upload.ts';
