/** What the app knows of a window. */
export interface ListedWindow {
  id: number;
  isVisible(): boolean;
  focus(): void;
  /** Asks the window's `close` listeners and the page; false when one of them refused. */
  tryToClose(): Promise<boolean>;
}

/** All open windows, the one with the focus first. */
export const windows: ListedWindow[] = [];
