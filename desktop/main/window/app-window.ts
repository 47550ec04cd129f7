import type { BrowserWindow } from 'electron';
import type { IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { bringToFront } from './bring-to-front.ts';
import { createClosing } from './closing.ts';
import { createFlushing, type Flushed } from './flushing.ts';
import { createHang } from './hang.ts';
import { PAGE_URL } from './navigation.ts';
import { type NewWindowOptions, newWindow, rememberPlace } from './new-window.ts';
import { showContextMenus } from './show-context-menus.ts';
import { askAboutHang, askAboutRun, askWhetherLeft } from './window-questions.ts';

export interface AppWindowOptions extends NewWindowOptions {
  /** Whether a workflow is running in the page of this id. */
  isRunning(contentsId: number): boolean;
  /** Called when the page of this id is gone, because it was closed or crashed. */
  onGone(contentsId: number): void;
  /** Called when the window closes, with the page's unsaved state at the end. */
  onFlushed(flushed: Flushed): void;
  /** Called when the window is closed. */
  onClosed(): void;
  /** Called when the owner stays in the page: the window is not closed, and the app does not quit. */
  onStay(): void;
  /** Opens an address of the page in a new window. */
  openBeside(address: string): void;
  /** Quits the app. */
  quit(): void;
}

/** One window of the app, which shows the admin. */
export interface AppWindow {
  readonly contentsId: number;
  /** Brings the window to the front. A new window shows itself once it is drawn. */
  show(): void;
  /** Shows a path of the page ("servers"). `isForced`: without a question, because the page's text has been written. */
  go(path: string, isForced: boolean): Promise<void>;
  /** Sends an event to the page, at once or as soon as it is loaded. */
  tell<E extends IpcEvent>(event: E, payload: IpcEventPayload<E>): void;
  /** Called when the page has written everything it holds. */
  flushed(flushed: Flushed): void;
  /** Makes the page write everything it holds. Resolves when it has done so, or does not answer. */
  flush(): Promise<Flushed>;
  quitting(): void;
  calledOff(): void;
  isInSight(): boolean;
  isFocused(): boolean;
  setProgress(part: number | null): void;
}

/** Opens a window at a path of the page. */
export function openAppWindow(path: string, options: AppWindowOptions): AppWindow {
  const line = createPageLine();
  const window = newWindow(options);
  const { webContents } = window;
  const contentsId = webContents.id;
  let isForcedAway = false;

  const flushing = createFlushing({
    ask: () => webContents.send('app.closing', {} satisfies IpcEventPayload<'app.closing'>),
    timers: systemTimers,
    warn: options.warn,
  });
  const flush = () => (line.isReady() ? flushing.flush() : Promise.resolve({ isUnsaved: false }));
  const closing = createClosing({
    isRunning: () => options.isRunning(contentsId),
    ask: () => askAboutRun(window),
    flush: async () => options.onFlushed(await flush()),
    hide: () => window.hide(),
    close: () => window.close(),
    quit: options.quit,
  });
  const load = (place: string) =>
    // If the place cannot be loaded, the owner stays on the current page.
    window.loadURL(PAGE_URL + place).catch((error) => options.warn(`The page stays instead of ${place}`, error));

  window.on('close', (event) => {
    rememberPlace(window, options);
    if (!closing.mayClose()) event.preventDefault();
  });
  window.on('closed', () => {
    line.closed();
    closing.calledOff();
    flushing.gone();
    options.onGone(contentsId);
    options.onClosed();
  });
  webContents.on('will-prevent-unload', (event) => {
    if (isForcedAway || askWhetherLeft(window)) event.preventDefault();
    else options.onStay();
  });
  webContents.on('did-navigate', () => {
    line.left();
    flushing.gone();
  });
  webContents.on('did-finish-load', line.loaded);
  watchHang(window, closing.isEnding, options);
  showContextMenus(window, options);
  watchCrashes(window, {
    onCrash(fault) {
      options.warn(`The page has ended: ${fault}`);
      line.left();
      flushing.gone();
      options.onGone(contentsId);
    },
    mayReload: () => !closing.isQuitting(),
  });
  void load(path);

  return {
    contentsId,
    show: () => bringToFront(window),
    async go(place, isForced) {
      if (!isForced) await flush();
      isForcedAway = isForced;
      await load(place);
      isForcedAway = false;
    },
    tell: (event, payload) => line.tell(() => webContents.send(event, payload)),
    flushed: flushing.flushed,
    flush,
    quitting: closing.quitting,
    calledOff: closing.calledOff,
    isInSight: () => window.isVisible() && window.isFocused(),
    isFocused: () => window.isFocused(),
    setProgress: (part) => showProgress(window, part),
  };
}

/** Tracks whether the page is loaded and listens, and holds the events for it until then. */
function createPageLine() {
  let isReady = false;
  let unsaid: (() => void)[] = [];
  return {
    isReady: () => isReady,
    tell(say: () => void): void {
      if (isReady) say();
      else unsaid.push(say);
    },
    loaded(): void {
      isReady = true;
      for (const say of unsaid.splice(0)) say();
    },
    left(): void {
      isReady = false;
    },
    closed(): void {
      isReady = false;
      unsaid = [];
    },
  };
}

function watchHang(window: BrowserWindow, isEnding: () => boolean, options: AppWindowOptions): void {
  const hang = createHang({
    isEnding,
    ask: () => askAboutHang(window),
    reload() {
      window.webContents.forcefullyCrashRenderer();
      window.webContents.reload();
    },
    destroy: () => window.destroy(),
  });
  window.on('unresponsive', () => {
    options.warn('The page does not answer');
    void hang.unresponsive();
  });
  window.on('responsive', hang.responsive);
}

/** In milliseconds: a page that crashes again within this time is not restarted automatically. */
const CRASH_PAUSE = 10_000;

/** Restarts a crashed page: the typed text is on the disk, and a run resumes. */
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

function showProgress(window: BrowserWindow, part: number | null): void {
  window.setProgressBar(part ?? -1);
  // A hidden page would be throttled, and its run with it.
  window.webContents.setBackgroundThrottling(part === null);
}
