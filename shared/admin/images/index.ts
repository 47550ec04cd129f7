export { ALMOST_READY, generationFault, isNotReady, NEEDS_TEXT } from './generation-texts.ts';
export { ImageManager } from './image-manager.tsx';
export { INLINE_POSITIONS, type InlineImages } from './inline-images.ts';
export { UploadProgress } from './upload-progress.tsx';
export { UploadWidget } from './upload-widget.tsx';
export { useGenerateImage } from './use-generate-image.ts';
export { type Upload, useUpload } from './use-upload.ts';
