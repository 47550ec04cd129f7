import { type BrowserWindow, clipboard, Menu, shell } from 'electron';
import { contextMenu } from '../menu/context-menu.ts';

interface ContextMenuOptions {
  /** Opens an address of the page in a new window. */
  openBeside(address: string): void;
  warn(message: string, cause?: unknown): void;
}

/** Shows a menu when the right mouse button is pressed: Electron has no menu of its own for it. */
export function showContextMenus(window: BrowserWindow, { openBeside, warn }: ContextMenuOptions): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, pressed) => {
    const items = contextMenu(pressed, {
      replaceWord: (word) => void webContents.replaceMisspelling(word),
      learnWord: (word) => void webContents.session.addWordToSpellCheckerDictionary(word),
      openLink: (address) =>
        void shell.openExternal(address).catch((error) => warn('A link could not be opened', error)),
      openBeside,
      copyText: (text) => clipboard.writeText(text),
      copyPicture: () => webContents.copyImageAt(pressed.x, pressed.y),
    });
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}
