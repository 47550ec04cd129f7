import { lazyScreen } from '../lazy-screen.tsx';

export { IMPORT_ADDRESS, isImportAddress } from './import-address.ts';
export const ImportScreen = lazyScreen(async () => (await import('./import-screen.tsx')).ImportScreen);
