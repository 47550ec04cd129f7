import type { Cdp } from '../browser/cdp.ts';
import { originOf, toPage } from './addresses.ts';
import type { Session } from './session.ts';

/** Permission as Electron names it → as Chromium's protocol does. */
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
 * Puts the app's permission handlers in force for a document's origin. Chromium cannot be told to ask at the moment of
 * use, so each permission is asked for once, when the document comes; the browser then does as was answered.
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
  /** Of the page that asks. */
  url: string;
  /** What `openExternal` would open. */
  externalURL?: string;
}

/** What the app answers: both of its handlers must agree; without one Electron grants. */
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
