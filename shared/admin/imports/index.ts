export { IMPORT_ADDRESS, isImportAddress } from './import-address.ts';
export { ImportScreen } from './import-screen.tsx';
