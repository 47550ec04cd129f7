import path from 'node:path';
import { app, BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import { tellOwner } from '../window/ask-owner.ts';
import type { FileDialogs } from './text-files.ts';

const filters = {
  markdown: [{ name: 'Markdown', extensions: ['md'] }],
  table: [{ name: 'Table', extensions: ['csv'] }],
  archive: [{ name: 'Archive', extensions: ['zip'] }],
  backup: [{ name: 'Backup', extensions: ['tar'] }],
  picture: [{ name: 'Picture', extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'] }],
};

/** Electron's dialogs, shown over the window in use if there is one. */
export const systemDialogs: FileDialogs = {
  async chooseSave({ name, type }) {
    const options: SaveDialogOptions = {
      defaultPath: path.join(app.getPath('documents'), name),
      filters: filters[type],
    };
    const window = BrowserWindow.getFocusedWindow();
    const { canceled, filePath } = await (window
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options));
    return canceled || filePath === '' ? null : filePath;
  },
  async chooseOpen() {
    const options: OpenDialogOptions = {
      properties: ['openFile'],
      filters: [{ name: 'Markdown and text', extensions: ['md', 'markdown', 'txt'] }],
    };
    const window = BrowserWindow.getFocusedWindow();
    const { canceled, filePaths } = await (window
      ? dialog.showOpenDialog(window, options)
      : dialog.showOpenDialog(options));
    return canceled ? null : (filePaths[0] ?? null);
  },
  tell: (message) => tellOwner({ type: 'warning', message }),
};
