import path from 'node:path';
import { BrowserWindow, dialog, type NativeImage, nativeTheme, screen } from 'electron';
import type { IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';
import { themeOfScheme } from '#shared/kernel/themes.ts';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';
import { createClosing } from './closing.ts';
import { PAGE_URL } from './navigation.ts';
import { placeWindow, readWindowState, SMALLEST, type WindowState } from './window-state.ts';

interface AppWindowOptions {
  preload: string;
  /** Where the window's place is remembered. */
  folder: string;
  icon: NativeImage;
  isDevelopment: boolean;
  isRunning(): boolean;
  /** The page is gone, by closing or by a crash. */
  onGone(): void;
  /** Quits the app. */
  quit(): void;
  warn(message: string, cause?: unknown): void;
}

/** The app's one window. */
export interface AppWindow {
  /** Opens it, or brings it to the front. */
  show(): void;
  /** Shows the page at a path of it ("servers"). `isForced`: without asking, what is there having been written. */
  go(path: string, isForced?: boolean): Promise<void>;
  /** Tells the page, at once or as soon as it is loaded; opens the window where there is none. */
  tell<E extends IpcEvent>(event: E, payload: IpcEventPayload<E>): void;
  /** The page has written everything it holds. */
  flushed(): void;
  /** Has the page write everything it holds. Resolves when it has, or does not answer. */
  flush(): Promise<void>;
  quitting(): void;
  isInSight(): boolean;
  setProgress(part: number | null): void;
}

/** A page that hangs must not keep the app from ending. */
const FLUSH_PATIENCE = 5000;
/** A page that ends more often is not started again by itself. */
const CRASH_PAUSE = 10_000;

const ground = () => themeOfScheme(nativeTheme.shouldUseDarkColors ? 'dark' : 'light').paper;

export function createAppWindow(options: AppWindowOptions): AppWindow {
  const stateFile = path.join(options.folder, 'window.json');
  let window: BrowserWindow | null = null;
  /** The page is loaded and listens. */
  let isReady = false;
  let isForcedAway = false;
  let unsaid: (() => void)[] = [];
  let endFlush = () => {};
  let crashedAt = Number.NEGATIVE_INFINITY;

  const closing = createClosing({
    isRunning: options.isRunning,
    ask: () => askAboutRun(window),
    flush,
    hide: () => window?.hide(),
    close: () => window?.close(),
    quit: options.quit,
  });

  function flush(): Promise<void> {
    const target = window;
    if (!target || !isReady) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        options.warn('The page does not say that it has written everything');
        resolve();
      }, FLUSH_PATIENCE);
      endFlush = () => {
        clearTimeout(timer);
        resolve();
      };
      target.webContents.send('app.closing', {} satisfies IpcEventPayload<'app.closing'>);
    });
  }

  function remember(): void {
    if (!window) return;
    const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
    try {
      writeFileAtomically(stateFile, JSON.stringify(state));
    } catch (error) {
      options.warn('The place of the window cannot be remembered', error);
    }
  }

  function open(): BrowserWindow {
    const state = readWindowState(readFileIfExists(stateFile)?.toString('utf8') ?? '');
    const main = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
    const { bounds, isMaximized } = placeWindow(
      state,
      [main, ...others].map(({ workArea }) => workArea),
    );
    const opened = new BrowserWindow({
      ...bounds,
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      show: false,
      title: 'Ninefold',
      icon: options.icon,
      backgroundColor: ground(),
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: true,
        devTools: options.isDevelopment,
      },
    });
    if (isMaximized) opened.maximize();
    opened.once('ready-to-show', () => opened.show());
    watch(opened);
    void opened.loadURL(`${PAGE_URL}admin`);
    return opened;
  }

  function watch(opened: BrowserWindow): void {
    const { webContents } = opened;
    opened.on('close', (event) => {
      remember();
      if (!closing.mayClose()) event.preventDefault();
    });
    opened.on('closed', () => {
      window = null;
      isReady = false;
      unsaid = [];
      closing.calledOff();
      endFlush();
      options.onGone();
    });
    webContents.on('will-prevent-unload', (event) => {
      if (isForcedAway || isLeft(opened)) event.preventDefault();
      else closing.calledOff();
    });
    webContents.on('did-navigate', () => {
      isReady = false;
    });
    webContents.on('did-finish-load', () => {
      isReady = true;
      for (const say of unsaid.splice(0)) say();
    });
    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      options.warn(`The page has ended: ${reason}, ${exitCode}`);
      isReady = false;
      endFlush();
      options.onGone();
      const now = Date.now();
      const isAgain = now - crashedAt < CRASH_PAUSE;
      crashedAt = now;
      // What was typed is on the disk, and a run resumes.
      if (!isAgain && reason !== 'clean-exit' && !closing.isQuitting()) webContents.reload();
    });
  }

  function shown(): BrowserWindow {
    window ??= open();
    return window;
  }

  return {
    show() {
      const isThere = window !== null;
      const target = shown();
      // A new one shows itself once it is drawn.
      if (!isThere) return;
      if (target.isMinimized()) target.restore();
      target.show();
      target.focus();
    },
    async go(place, isForced = false) {
      const target = shown();
      if (!isForced) await flush();
      isForcedAway = isForced;
      try {
        await target.loadURL(PAGE_URL + place);
      } catch (error) {
        // The owner goes on with what is there.
        options.warn(`The page stays instead of ${place}`, error);
      } finally {
        isForcedAway = false;
      }
    },
    tell(event, payload) {
      const { webContents } = shown();
      const say = () => webContents.send(event, payload);
      if (isReady) say();
      else unsaid.push(say);
    },
    flushed: () => endFlush(),
    flush,
    quitting: () => closing.quitting(),
    isInSight: () => window?.isVisible() === true && window.isFocused(),
    setProgress(part) {
      window?.setProgressBar(part ?? -1);
      // A hidden page would be slowed down, and its run with it.
      window?.webContents.setBackgroundThrottling(part === null);
    },
  };
}

async function askAboutRun(window: BrowserWindow | null): Promise<'hide' | 'quit' | 'stay'> {
  if (!window) return 'quit';
  const answers = ['hide', 'quit', 'stay'] as const;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'A workflow is running',
    detail:
      'It can go on while the window is closed. If you quit, it waits, and goes on when you open Ninefold again; ' +
      'nothing is paid for twice.',
    buttons: ['Keep it running', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return answers[response] ?? 'stay';
}

/** Whether the page is left although it holds unsaved words. */
function isLeft(window: BrowserWindow): boolean {
  const response = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'Leave without saving?',
    detail:
      'The post that is open has changes the server does not have. They are kept on this computer and are back when you ' +
      'open the post again, unless its form says that they are not kept.',
    buttons: ['Leave', 'Keep editing'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
