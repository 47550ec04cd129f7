import { app, type Session, shell, type WebContents } from 'electron';
import { besidePath, isPermitted, navigationOf } from './navigation.ts';

interface Guards {
  /** Opens a path of the page in a new window. */
  openBeside(path: string): void;
  warn(message: string, cause: unknown): void;
}

function guard(contents: WebContents, { openBeside, warn }: Guards): void {
  /** Passes an address to the system's own programs, if it is a web or mail address. */
  const openOutside = (address: string) => {
    if (navigationOf(address, false) !== 'outside') return;
    shell.openExternal(address).catch((error: unknown) => warn('An address could not be opened', error));
  };
  contents.on('will-frame-navigate', (details) => {
    const { url, isMainFrame } = details;
    if (navigationOf(url, !isMainFrame) === 'allow') return;
    details.preventDefault();
    if (isMainFrame) openOutside(url);
  });
  contents.on('will-redirect', (details) => {
    if (navigationOf(details.url, !details.isMainFrame) !== 'allow') details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const path = besidePath(url);
    if (path === null) openOutside(url);
    else openBeside(path);
    return { action: 'deny' };
  });
}

/**
 * Keeps every page of this app within its allowed addresses, whichever code opens it. Must be called before the first
 * window is opened.
 */
export function guardContents(guards: Guards): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, guards));
}

/**
 * Denies all permissions that a page may ask of the system, except for copying and for notifications of the app's own
 * page.
 */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, allow, details) => {
    allow(isPermitted({ permission, address: details.requestingUrl, isMainFrame: details.isMainFrame }));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isPermitted({ permission, address: origin, isMainFrame: details.isMainFrame }),
  );
  session.setDevicePermissionHandler(() => false);
}
