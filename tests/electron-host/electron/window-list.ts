/** The parts of a window that the app uses. */
export interface ListedWindow {
  id: number;
  isVisible(): boolean;
  focus(): void;
  /** Asks the window's `close` listeners and the page; returns false when one of them refused. */
  tryToClose(): Promise<boolean>;
}

/** All open windows, the focused one first. */
export const windows: ListedWindow[] = [];
