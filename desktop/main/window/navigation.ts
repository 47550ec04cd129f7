import { APP_ORIGIN, SITE_ORIGIN } from '../protocol/scheme.ts';

/** The page of this app. */
export const PAGE_URL = `${APP_ORIGIN}/`;

/** The players that show a post's video; the page's policy names the same. */
const PLAYERS = ['https://www.youtube-nocookie.com/embed/', 'https://player.vimeo.com/video/'];

/**
 * The decision about a navigation: it happens, its address is opened in the system's own programs, or nothing happens.
 */
type Navigation = 'allow' | 'outside' | 'refuse';

/** Whether an address may be passed to a system program: never one that starts a program or opens a file. */
export function isForOutside(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol);
}

/**
 * Decides about a navigation. The window itself only ever shows the app's page; a frame in it shows only a page of the
 * site, or a player. `isFrame` means a frame inside the window.
 */
export function navigationOf(address: string, isFrame: boolean): Navigation {
  if (!URL.canParse(address)) return 'refuse';
  const { href } = new URL(address);
  if (isFrame) return [`${SITE_ORIGIN}/`, ...PLAYERS].some((start) => href.startsWith(start)) ? 'allow' : 'refuse';
  if (href.startsWith(PAGE_URL)) return 'allow';
  return isForOutside(href) ? 'outside' : 'refuse';
}

/**
 * Returns the path of an address that may be opened in another window: a place of the admin; null for any other
 * address.
 */
export function besidePath(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { href } = new URL(address);
  return /^app:\/\/ninefold\/admin(?:[/?#]|$)/.test(href) ? href.slice(PAGE_URL.length) : null;
}

interface PermissionRequest {
  permission: string;
  /** Address of the page or frame that asks. */
  address: string;
  isMainFrame: boolean;
}

const PERMISSIONS = new Set(['clipboard-sanitized-write', 'notifications']);

/**
 * Whether a permission is granted. The app's page may copy text and show notifications; everything else is denied, and
 * so is every other page.
 */
export function isPermitted({ permission, address, isMainFrame }: PermissionRequest): boolean {
  return PERMISSIONS.has(permission) && isMainFrame && `${address.replace(/\/$/, '')}/`.startsWith(PAGE_URL);
}
