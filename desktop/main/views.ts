import path from 'node:path';
import { app, Menu, type NativeImage, Notification, Tray, webContents } from 'electron';
import { systemClock } from '#shared/kernel/clock.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { appIcon } from './app-icon.ts';
import { createDragOut } from './files/index.ts';
import type { Log } from './log.ts';
import { type AppWindows, createAppWindows } from './window/app-windows.ts';
import { createRunPresence, type RunPresence } from './window/run-presence.ts';
import { createStayAwake } from './window/stay-awake.ts';

interface ViewsOptions {
  /** The built bundles. */
  out: string;
  isDevelopment: boolean;
  /** The owner goes on with what is in a window, and the app does not quit. */
  onStay(): void;
  log: Log;
}

/** The windows, and what shows a run outside of them: the tray, the bar, notifications. */
export function createViews({ out, isDevelopment, onStay, log }: ViewsOptions): {
  windows: AppWindows;
  presence: RunPresence;
} {
  const showTray = createTray(appIcon(16), {
    show: () => windows.show(),
    stop: () => windows.tell('menu.command', { command: 'stop' }),
    quit: () => app.quit(),
  });
  const stayAwake = createStayAwake();
  const shown = new Set<Notification>();
  const presence = createRunPresence({
    clock: systemClock,
    isInSight: () => windows.isInSight(),
    show({ contentsId, bar, tray }) {
      windows.setProgress(contentsId, bar);
      showTray(tray);
      stayAwake(tray !== null);
    },
    notify(words, runId) {
      const notification = new Notification(words);
      // One that nothing refers to is collected, and its click with it.
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      notification.on('click', () => {
        shown.delete(notification);
        windows.show();
        if (runId !== null) windows.tell('link.opened', { type: 'run', id: runId });
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

interface TrayActions {
  show(): void;
  stop(): void;
  quit(): void;
}

/** The icon beside the clock while a workflow runs: how far it is, and the way back to the window. Null text takes it away. */
function createTray(image: NativeImage, actions: TrayActions): (text: string | null) => void {
  let tray: Tray | null = null;
  return (text) => {
    if (text === null) {
      tray?.destroy();
      tray = null;
      return;
    }
    if (!tray) {
      tray = new Tray(image);
      tray.on('click', actions.show);
    }
    tray.setToolTip(`Ninefold: ${text}`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: text, enabled: false },
        { type: 'separator' },
        { label: 'Show Ninefold', click: actions.show },
        { label: 'Stop the Workflow', click: actions.stop },
        { type: 'separator' },
        { label: 'Quit', click: actions.quit },
      ]),
    );
  };
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
