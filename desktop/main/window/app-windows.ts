import type { IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';
import { type AppWindow, type AppWindowOptions, openAppWindow } from './app-window.ts';
import type { Flushed } from './flushing.ts';

type WindowsOptions = Omit<AppWindowOptions, 'onFlushed' | 'onClosed' | 'onStay' | 'openBeside'> & {
  /** The owner goes on with what is in a window, and the app does not quit. */
  onStay(): void;
};

/** The windows of the app. Each has the whole admin; what one changes the others hear of. */
export interface AppWindows {
  /** Brings the one with the page of this id to the front; else the one last in use, or opens one. */
  show(contentsId?: number): void;
  /** Opens one more, at a path of the page. */
  open(path: string): void;
  /** Shows the page at a path of it in the window last in use. */
  go(path: string): Promise<void>;
  /** Loads every window at the admin anew, without asking: what is there was written, and is another server's. */
  startOver(): void;
  /** Tells the one with the page of this id; else the one last in use; opens one where there is none. */
  tell<E extends IpcEvent>(event: E, payload: IpcEventPayload<E>, contentsId?: number): void;
  /** The page of this id has written everything it holds. */
  flushed(flushed: Flushed, contentsId: number): void;
  /** Has every page write everything it holds. Resolves when they have, or do not answer. */
  flush(): Promise<Flushed>;
  /** The app is about to quit. */
  quitting(): void;
  /** Whether words were unsaved in a window that the quitting app has closed. */
  leftUnsaved(): boolean;
  isInSight(): boolean;
  /** Shows how far a run is at the window that has it. */
  setProgress(contentsId: number, part: number | null): void;
}

/** More are not opened: a page could ask for any number. */
const MOST = 12;

export function createAppWindows(options: WindowsOptions): AppWindows {
  /** The one last in use last. */
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
