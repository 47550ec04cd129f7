import path from 'node:path';
import { app, Notification, webContents } from 'electron';
import type { MenuCommand } from '#shared/contract/ipc.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { appIcon } from './app-icon.ts';
import { createDragOut } from './files/index.ts';
import type { Log } from './log.ts';
import { openQuickNote } from './open-quick-note.ts';
import { createAppTray } from './tray.ts';
import { type AppWindows, createAppWindows } from './window/app-windows.ts';
import { createRunPresence, type RunPresence } from './window/run-presence.ts';
import { createStayAwake } from './window/stay-awake.ts';
import { openTrayChoice } from './window/tray-choice.ts';

interface WindowsOptions {
  /** The folder of the built bundles. */
  out: string;
  isDevelopment: boolean;
  /** Called with the progress of a workflow, in words; null when none runs. */
  onRun(text: string | null): void;
  /** Called when the owner stays in a window, and the app does not quit. */
  onStay(): void;
  log: Log;
}

/** Creates the windows, and what shows a run outside of them: the progress bar and notifications. */
function createWindows({ out, isDevelopment, onRun, onStay, log }: WindowsOptions): {
  windows: AppWindows;
  presence: RunPresence;
} {
  const stayAwake = createStayAwake();
  const shown = new Set<Notification>();
  const presence = createRunPresence({
    clock: systemClock,
    isInSight: () => windows.isInSight(),
    show({ contentsId, bar, tray }) {
      windows.setProgress(contentsId, bar);
      onRun(tray);
      stayAwake(tray !== null);
    },
    notify(words, { runId, contentsId }) {
      const notification = new Notification(words);
      // A notification without any reference is garbage-collected, and its click is lost.
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      notification.on('click', () => {
        shown.delete(notification);
        windows.show(contentsId);
        if (runId !== null) windows.tell('link.opened', { type: 'run', id: runId }, contentsId);
      });
      // macOS shows no notifications of a program that is not signed.
      notification.on('failed', (_event, error) => {
        shown.delete(notification);
        log.warn('A notification could not be shown', error);
        app.dock?.bounce('informational');
      });
      notification.show();
    },
  });
  const windows = createAppWindows({
    preload: path.join(out, 'preload/preload.cjs'),
    folder: app.getPath('userData'),
    icon: appIcon(64),
    isDevelopment,
    isRunning: presence.isRunning,
    onGone: presence.forget,
    onStay,
    quit: () => app.quit(),
    warn: log.warn,
  });
  return { windows, presence };
}

/** Creates all visible parts of the app. Must be called after the app is ready. */
export function createViews(options: Omit<WindowsOptions, 'onRun'>) {
  const { out, isDevelopment, log } = options;
  const { windows, presence } = createWindows({ ...options, onRun: (run) => tray.say({ run }) });
  const note = openQuickNote({ out, isDevelopment, openBeside: windows.open, log });
  /** Sends a command to the page of a window that is shown. */
  const command = (asked: MenuCommand) => {
    windows.show();
    windows.tell('menu.command', { command: asked });
  };
  const tray = createAppTray(openTrayChoice(app.getPath('userData'), log.warn), {
    ...{ show: windows.show, quickNote: note.show },
    newPost: () => command('new-post'),
    stop: () => windows.tell('menu.command', { command: 'stop' }),
  });
  return { windows, presence, note, tray, command };
}

/**
 * Opens the handling of texts that are dragged out of a window as files. The remaining files are removed when the app
 * quits.
 */
export function openDragOut(log: Log) {
  const dragOut = createDragOut({
    folder: path.join(app.getPath('userData'), 'dragged'),
    startDrag: (contentsId, file) => webContents.fromId(contentsId)?.startDrag({ file, icon: appIcon(32) }),
    timers: systemTimers,
    warn: log.warn,
  });
  app.on('will-quit', dragOut.clear);
  return dragOut;
}
