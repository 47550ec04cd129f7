import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, session, shell } from 'electron';
import { registerIpc } from './ipc/register.ts';
import { checkServer } from './server-check.ts';

const page = path.join(import.meta.dirname, '../renderer/index.html');
const pageUrl = pathToFileURL(page).href;

function openWindow(): void {
  const window = new BrowserWindow({
    width: 1280,
    height: 860,
    minWidth: 380,
    title: 'Ninefold',
    webPreferences: {
      preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  });
  window.webContents.on('will-navigate', (event) => event.preventDefault());
  window.webContents.setWindowOpenHandler(({ url }) => {
    if (/^https?:\/\//i.test(url)) void shell.openExternal(url);
    return { action: 'deny' };
  });
  void window.loadFile(page);
}

// Not awaited at the top level: in an ES module that hangs Electron (electron/electron#40719).
app.whenReady().then(() => {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, allow) => allow(false));
  registerIpc(pageUrl, { 'server.check': ({ url }) => checkServer(url, fetch) });
  openWindow();
});
app.on('window-all-closed', () => app.quit());
