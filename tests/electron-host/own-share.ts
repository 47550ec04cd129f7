// Marks that a host sets, so that its own share of a start can be measured: `performance.getEntriesByName` returns
// them.

/** The app's main script begins: until then Node started, and the stand-in was loaded as TypeScript. */
export const MAIN_BEGUN = 'stand-in: main';
/** The start of a Chromium, which Electron already has in its own process. */
export const BROWSER_BEGUN = 'stand-in: browser begun';
export const BROWSER_STARTED = 'stand-in: browser started';
