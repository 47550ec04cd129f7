// The exports of `import … from 'electron'` and `require('electron')` in the main process under the stand-in.
import { session } from './session.ts';

export { app } from './app.ts';
export { autoUpdater } from './auto-updater.ts';
export { BrowserWindow } from './browser-window.ts';
export { dialog } from './dialog.ts';
export { globalShortcut } from './global-shortcut.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu, MenuItem } from './menu.ts';
export { net } from './net.ts';
export { safeStorage } from './safe-storage.ts';
export { session } from './session.ts';
export { shell } from './shell.ts';
export {
  clipboard,
  NativeImage,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  screen,
  Tray,
} from './surroundings.ts';
export { WebContents, webContents } from './web-contents.ts';

/** The protocol of the default session. */
export const protocol = session.defaultSession.protocol;
