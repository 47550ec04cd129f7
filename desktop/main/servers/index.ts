export { type Desktop, openDesktop } from './open-desktop.ts';
export { StartRefused } from './start-refused.ts';
