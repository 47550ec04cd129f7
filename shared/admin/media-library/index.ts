import { lazyScreen } from '../lazy-screen.tsx';

export { isMediaAddress, MEDIA_ADDRESS } from './media-address.ts';
export const MediaLibrary = lazyScreen(async () => (await import('./media-library.tsx')).MediaLibrary);
