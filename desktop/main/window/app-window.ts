import path from 'node:path';
import { BrowserWindow, dialog, type NativeImage, nativeTheme, screen } from 'electron';
import type { IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';
import { themeOfScheme } from '#shared/kernel/themes.ts';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';
import { createClosing } from './closing.ts';
import { createHang } from './hang.ts';
import { PAGE_URL } from './navigation.ts';
import { createFlushing, createPageLine } from './page-line.ts';
import { showContextMenus } from './show-context-menu.ts';
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

/** A page that ends more often is not started again by itself. */
const CRASH_PAUSE = 10_000;

const placeFile = ({ folder }: AppWindowOptions) => path.join(folder, 'window.json');
const ground = () => themeOfScheme(nativeTheme.shouldUseDarkColors ? 'dark' : 'light').paper;

export function createAppWindow(options: AppWindowOptions): AppWindow {
  const line = createPageLine();
  const flushing = createFlushing(options.warn);
  let window: BrowserWindow | null = null;
  let isForcedAway = false;

  const flush = () => (window && line.isReady() ? flushing.ask(window) : Promise.resolve());
  const closing = createClosing({
    isRunning: options.isRunning,
    ask: () => askAboutRun(window),
    flush,
    hide: () => window?.hide(),
    close: () => window?.close(),
    quit: options.quit,
  });

  function watch(opened: BrowserWindow): void {
    const { webContents } = opened;
    opened.on('close', (event) => {
      rememberPlace(opened, options);
      if (!closing.mayClose()) event.preventDefault();
    });
    opened.on('closed', () => {
      window = null;
      line.closed();
      closing.calledOff();
      flushing.end();
      options.onGone();
    });
    webContents.on('will-prevent-unload', (event) => {
      if (isForcedAway || isLeft(opened)) event.preventDefault();
      else closing.calledOff();
    });
    webContents.on('did-navigate', line.left);
    webContents.on('did-finish-load', line.loaded);
    const hang = createHang({
      isEnding: closing.isEnding,
      ask: () => askAboutHang(opened),
      reload() {
        webContents.forcefullyCrashRenderer();
        webContents.reload();
      },
      destroy: () => opened.destroy(),
    });
    opened.on('unresponsive', () => {
      options.warn('The page does not answer');
      void hang.unresponsive();
    });
    opened.on('responsive', hang.responsive);
    showContextMenus(opened, options.warn);
    watchCrashes(opened, {
      onCrash(fault) {
        options.warn(`The page has ended: ${fault}`);
        line.left();
        flushing.end();
        options.onGone();
      },
      mayReload: () => !closing.isQuitting(),
    });
  }

  function shown(): BrowserWindow {
    if (window) return window;
    window = newWindow(options);
    watch(window);
    void window.loadURL(`${PAGE_URL}admin`);
    return window;
  }

  return {
    // A new one shows itself once it is drawn.
    show: () => (window ? bringToFront(window) : void shown()),
    async go(place, isForced = false) {
      const target = shown();
      if (!isForced) await flush();
      isForcedAway = isForced;
      // Where it cannot be loaded, the owner goes on with what is there.
      await target
        .loadURL(PAGE_URL + place)
        .catch((error) => options.warn(`The page stays instead of ${place}`, error));
      isForcedAway = false;
    },
    tell(event, payload) {
      const { webContents } = shown();
      line.tell(() => webContents.send(event, payload));
    },
    flushed: flushing.end,
    flush,
    quitting: () => closing.quitting(),
    isInSight: () => window?.isVisible() === true && window.isFocused(),
    setProgress: (part) => window && showProgress(window, part),
  };
}

/** A window where it was last, which shows itself once it is drawn. */
function newWindow(options: AppWindowOptions): BrowserWindow {
  const { preload, icon, isDevelopment } = options;
  const state = readWindowState(readFileIfExists(placeFile(options))?.toString('utf8') ?? '');
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
    icon,
    backgroundColor: ground(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: true,
      devTools: isDevelopment,
    },
  });
  opened.once('ready-to-show', () => {
    // Before it is drawn this would show a blank window.
    if (isMaximized) opened.maximize();
    opened.show();
  });
  return opened;
}

function rememberPlace(window: BrowserWindow, options: AppWindowOptions): void {
  const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
  try {
    writeFileAtomically(placeFile(options), JSON.stringify(state));
  } catch (error) {
    options.warn('The place of the window cannot be remembered', error);
  }
}

function showProgress(window: BrowserWindow, part: number | null): void {
  window.setProgressBar(part ?? -1);
  // A hidden page would be slowed down, and its run with it.
  window.webContents.setBackgroundThrottling(part === null);
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Starts a page that has crashed again: what was typed is on the disk, and a run resumes. */
function watchCrashes(
  { webContents }: BrowserWindow,
  { onCrash, mayReload }: { onCrash(fault: string): void; mayReload(): boolean },
): void {
  let crashedAt = Number.NEGATIVE_INFINITY;
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    onCrash(`${reason}, ${exitCode}`);
    const now = Date.now();
    const isAgain = now - crashedAt < CRASH_PAUSE;
    crashedAt = now;
    if (!isAgain && reason !== 'clean-exit' && mayReload()) webContents.reload();
  });
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

async function askAboutHang(window: BrowserWindow): Promise<'wait' | 'reload' | 'close'> {
  const answers = ['wait', 'reload', 'close'] as const;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Ninefold does not answer',
    detail: 'What you typed until a second ago is kept on this computer and is back when the page is loaded again.',
    buttons: ['Wait', 'Load again', 'Close window'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return answers[response] ?? 'wait';
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
