export { type Desktop, openDesktop } from './open-desktop.ts';
