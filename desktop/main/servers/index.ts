export { type Desktop, openDesktop } from './desktop.ts';
