import type { IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';
import { type AppWindow, type AppWindowOptions, openAppWindow } from './app-window.ts';
import type { Flushed } from './flushing.ts';

type WindowsOptions = Omit<AppWindowOptions, 'onFlushed' | 'onClosed' | 'onStay' | 'openBeside'> & {
  /** Called when the owner stays in a window, and the app does not quit. */
  onStay(): void;
};

/** The windows of the app. Each shows the whole admin, and hears of the changes made in the others. */
export interface AppWindows {
  /**
   * Brings the window with the page of this id to the front; if there is none, the window last in use, or a new one.
   */
  show(contentsId?: number): void;
  /** Opens another window, at a path of the page. */
  open(path: string): void;
  /** Shows a path of the page in the window last in use. */
  go(path: string): Promise<void>;
  /** Reloads every window at the admin, without a question: its text was written, and belongs to another server. */
  startOver(): void;
  /**
   * Sends an event to the window with the page of this id; if there is none, to the window last in use, or to a new
   * one.
   */
  tell<E extends IpcEvent>(event: E, payload: IpcEventPayload<E>, contentsId?: number): void;
  /** Called when the page of this id has written everything it holds. */
  flushed(flushed: Flushed, contentsId: number): void;
  /** Makes every page write everything it holds. Resolves when the pages have done so, or do not answer. */
  flush(): Promise<Flushed>;
  /** Called when the app is about to quit. */
  quitting(): void;
  /** Whether words were unsaved in a window that the quitting app has closed. */
  leftUnsaved(): boolean;
  isInSight(): boolean;
  /** Shows the progress of a run on the icon of the window that has the run. */
  setProgress(contentsId: number, part: number | null): void;
}

/** The most windows that are opened: a page could ask for any number. */
const MOST = 12;

export function createAppWindows(options: WindowsOptions): AppWindows {
  /** The windows; the one last in use comes last. */
  let windows: AppWindow[] = [];
  let isQuitting = false;
  let leftUnsaved = false;

  function open(path: string): AppWindow {
    const opened = openAppWindow(path, {
      ...options,
      onFlushed({ isUnsaved }) {
        if (isQuitting && isUnsaved) leftUnsaved = true;
      },
      onClosed() {
        windows = windows.filter((each) => each !== opened);
      },
      onStay() {
        [isQuitting, leftUnsaved] = [false, false];
        for (const each of windows) each.calledOff();
        options.onStay();
      },
      openBeside: openMore,
    });
    windows.push(opened);
    return opened;
  }
  const current = () => windows.find((each) => each.isFocused()) ?? windows.at(-1) ?? open('admin');
  const withPage = (id?: number) => windows.find(({ contentsId }) => contentsId === id) ?? current();
  function openMore(path: string): void {
    if (windows.length < MOST) open(path);
    else current().show();
  }

  return {
    show: (contentsId) => (windows.length === 0 ? void open('admin') : withPage(contentsId).show()),
    open: openMore,
    go: (path) => current().go(path, false),
    startOver() {
      for (const each of windows) void each.go('admin', true);
    },
    tell: (event, payload, contentsId) => withPage(contentsId).tell(event, payload),
    flushed: (flushed, contentsId) => windows.find((each) => each.contentsId === contentsId)?.flushed(flushed),
    async flush() {
      const all = await Promise.all(windows.map((each) => each.flush()));
      return { isUnsaved: all.some(({ isUnsaved }) => isUnsaved) };
    },
    quitting() {
      if (!isQuitting) leftUnsaved = false;
      isQuitting = true;
      for (const each of windows) each.quitting();
    },
    leftUnsaved: () => leftUnsaved,
    isInSight: () => windows.some((each) => each.isInSight()),
    setProgress: (contentsId, part) => windows.find((each) => each.contentsId === contentsId)?.setProgress(part),
  };
}
