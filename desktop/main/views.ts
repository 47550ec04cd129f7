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
  /** The built bundles. */
  out: string;
  isDevelopment: boolean;
  /** How far a workflow is, in words; null when none runs. */
  onRun(text: string | null): void;
  /** The owner goes on with what is in a window, and the app does not quit. */
  onStay(): void;
  log: Log;
}

/** The windows, and what shows a run outside of them: the bar, notifications. */
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
      // One that nothing refers to is collected, and its click with it.
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      notification.on('click', () => {
        shown.delete(notification);
        windows.show(contentsId);
        if (runId !== null) windows.tell('link.opened', { type: 'run', id: runId }, contentsId);
      });
      // macOS shows none of a program that is not signed.
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

/** Everything of the app that is seen. To be called once the app is ready. */
export function createViews(options: Omit<WindowsOptions, 'onRun'>) {
  const { out, isDevelopment, log } = options;
  const { windows, presence } = createWindows({ ...options, onRun: (run) => tray.say({ run }) });
  const note = openQuickNote({ out, isDevelopment, openBeside: windows.open, log });
  /** Asks the page, in a window that is shown. */
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

/** Texts that are dragged out of a window as files. What is still there goes when the app quits. */
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
