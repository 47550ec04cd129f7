export type { SecretBox } from './credentials.ts';
export { type Desktop, type DesktopOptions, openDesktop, type SendEvent } from './desktop.ts';
export type { Profile } from './profiles.ts';
