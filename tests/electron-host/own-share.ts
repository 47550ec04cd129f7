// Marks a host sets, so that its own share of a start can be told apart: `performance.getEntriesByName` has them.

/** The app's main script begins: until then Node started, and the stand-in was loaded in TypeScript. */
export const MAIN_BEGUN = 'stand-in: main';
/** A Chromium is started, where Electron has its own in its process. */
export const BROWSER_BEGUN = 'stand-in: browser begun';
export const BROWSER_STARTED = 'stand-in: browser started';
