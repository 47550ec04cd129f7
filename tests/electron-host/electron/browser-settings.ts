/** The environment variable by which the launcher tells a host which Chromium to use: {executable, args} as JSON. */
export const BROWSER_SETTINGS = 'NINEFOLD_STAND_IN_BROWSER';
