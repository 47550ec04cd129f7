import { LATER, LOAD_SCRIPT } from '../browser/load-script.ts';
import { PRESS_SCRIPT } from '../browser/press-script.ts';
import { THEME_SCRIPT } from '../browser/theme-script.ts';
import { VIEW_SCRIPT } from '../browser/view-script.ts';

// The server imports nothing else from the browser's folder: the scripts that it writes into its pages as text come
// from here.
export { LATER, THEME_SCRIPT };

/** The inline scripts that a page of the reading site runs in addition to the theme's. */
export const PAGE_SCRIPT = `${VIEW_SCRIPT};${PRESS_SCRIPT};${LOAD_SCRIPT}`;

/** All scripts that the server's pages hold in their HTML. The policy allows these, by their hashes, and no others. */
export const INLINE_SCRIPTS = [THEME_SCRIPT, PAGE_SCRIPT];
