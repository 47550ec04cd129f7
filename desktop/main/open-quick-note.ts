import path from 'node:path';
import { app, globalShortcut } from 'electron';
import { appIcon } from './app-icon.ts';
import type { CallsOf } from './ipc/answer-call.ts';
import type { Log } from './log.ts';
import { createNoteShortcut, openShortcutChoice } from './quick-note/index.ts';
import { createNoteWindow } from './window/note-window.ts';

interface QuickNoteOptions extends Pick<Parameters<typeof createNoteWindow>[0], 'isDevelopment' | 'openBeside'> {
  /** The folder of the built bundles. */
  out: string;
  log: Log;
}

/**
 * Opens the quick note: its window, and the keys that show it from any program. Must be called after the app is ready.
 */
export function openQuickNote({ out, log, ...looks }: QuickNoteOptions) {
  const folder = app.getPath('userData');
  const { show, close, startOver } = createNoteWindow({
    ...looks,
    preload: path.join(out, 'preload/preload.cjs'),
    icon: appIcon(64),
    ...{ folder, warn: log.warn },
  });
  const shortcut = createNoteShortcut({
    system: globalShortcut,
    choice: openShortcutChoice(folder, log.warn),
    onPressed: show,
    warn: log.warn,
  });
  shortcut.start();
  app.on('will-quit', shortcut.stop);
  return {
    show,
    startOver,
    handlers: {
      'note.close': close,
      'note.shortcut': shortcut.state,
      'note.choose-shortcut': shortcut.choose,
    } satisfies CallsOf<'note'>,
  };
}
