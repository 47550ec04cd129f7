import type { BrowserWindow } from 'electron';
import { NOTE_PLACE } from '#shared/contract/ipc.ts';
import { bringToFront } from './bring-to-front.ts';
import { PAGE_URL } from './navigation.ts';
import { type NewWindowOptions, newNoteWindow } from './new-window.ts';
import { showContextMenus } from './show-context-menus.ts';

/**
 * The small window of the quick note. There is one at most, made when it is first shown. Its page stores the typed
 * text.
 */
export interface NoteWindow {
  /** Brings the window to the front, or opens it. */
  show(): void;
  close(): void;
  /** Reloads the page because another server is in use: the page shows data of the former server. */
  startOver(): void;
}

interface NoteWindowOptions extends NewWindowOptions {
  /** Opens an address of the page in a new window. */
  openBeside(address: string): void;
}

export function createNoteWindow(options: NoteWindowOptions): NoteWindow {
  let window: BrowserWindow | null = null;

  function open(): void {
    const opened = newNoteWindow(options);
    window = opened;
    opened.on('closed', () => {
      window = null;
    });
    // A page that has crashed, or hangs, would stay above everything. The typed text is there when the note is opened
    // again.
    const endedBy = (fault: string) => {
      options.warn(`The quick note is closed: ${fault}`);
      opened.destroy();
    };
    opened.on('unresponsive', () => endedBy('it does not answer'));
    opened.webContents.on('render-process-gone', (_event, { reason }) => endedBy(reason));
    showContextMenus(opened, options);
    opened.loadURL(PAGE_URL + NOTE_PLACE).catch((error) => options.warn('The quick note cannot be loaded', error));
  }

  return {
    show: () => (window === null ? open() : bringToFront(window)),
    close: () => window?.close(),
    startOver: () => window?.reload(),
  };
}
