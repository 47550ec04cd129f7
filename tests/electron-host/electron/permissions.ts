import type { Cdp } from '../browser/cdp.ts';
import { originOf, toPage } from './addresses.ts';
import type { Session } from './session.ts';

/** Electron's name of a permission → the name in Chromium's protocol. */
const PERMISSIONS: Record<string, string> = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  midi: 'midi',
  media: 'camera',
  'idle-detection': 'idle-detection',
  'clipboard-read': 'clipboard-read',
  'clipboard-sanitized-write': 'clipboard-write',
  'storage-access': 'storage-access',
};

/**
 * Applies the app's permission handlers to a document's origin. Chromium cannot be told to ask at the moment of use, so
 * the app is asked about each permission once, when the document loads; the browser then follows the answers.
 */
export async function applyPermissions(cdp: Cdp, session: Session, contents: unknown, url: string): Promise<void> {
  const origin = toPage(originOf(url));
  if (!/^https?:/.test(origin)) return;
  await Promise.all(
    Object.entries(PERMISSIONS).map(async ([permission, name]) => {
      const isGranted = await isPermitted(session, { contents, permission, url });
      await cdp
        .send('Browser.setPermission', { permission: { name }, setting: isGranted ? 'granted' : 'denied', origin })
        .catch(() => undefined);
    }),
  );
}

interface PermissionQuestion {
  contents: unknown;
  permission: string;
  /** The address of the page that asks. */
  url: string;
  /** The address that `openExternal` would open. */
  externalURL?: string;
}

/** Returns the app's answer: both of its handlers must agree; without a handler Electron grants the permission. */
export async function isPermitted(
  session: Session,
  { contents, permission, url, externalURL }: PermissionQuestion,
): Promise<boolean> {
  const details = { requestingUrl: url, isMainFrame: true, ...(externalURL ? { externalURL } : {}) };
  const { permissionCheckHandler, permissionRequestHandler } = session;
  if (permissionCheckHandler && !permissionCheckHandler(contents, permission, originOf(url), details)) return false;
  if (!permissionRequestHandler) return true;
  return new Promise((resolve) => {
    permissionRequestHandler(contents, permission, (isGranted) => resolve(isGranted), details);
  });
}
