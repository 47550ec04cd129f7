import { app, type Session, shell, type WebContents } from 'electron';
import { isPermitted, navigationOf } from './navigation.ts';

/** Gives an address to the system's own programs, where it is one of the web or of mail. */
function openOutside(address: string, isFrame = false): void {
  if (navigationOf(address, isFrame) === 'outside') void shell.openExternal(address);
}

function guard(contents: WebContents): void {
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
    openOutside(url);
    return { action: 'deny' };
  });
}

/** Keeps every page of this app where it belongs, whoever opens it. To be called before the first window. */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

/** Denies what a page may ask of the system, but for copying and notifications of our own. */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, allow, details) => {
    allow(isPermitted({ permission, address: details.requestingUrl, isMainFrame: details.isMainFrame }));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isPermitted({ permission, address: origin, isMainFrame: details.isMainFrame }),
  );
  session.setDevicePermissionHandler(() => false);
}
