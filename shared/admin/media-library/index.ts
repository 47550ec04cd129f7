export { isMediaAddress, MEDIA_ADDRESS } from './media-address.ts';
export { MediaLibrary } from './media-library.tsx';
