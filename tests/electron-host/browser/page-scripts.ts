import { randomUUID } from 'node:crypto';
import { denyWindows, openBridge, runPreload } from './worlds.ts';

/** The name of the world that a preload runs in; the page's own scripts cannot see into it. */
export const PRELOAD_WORLD = 'Electron Isolated Context';

export interface PageScripts {
  /** A global of the isolated world only, which carries text to main. */
  binding: string;
  /** The script for the page's own world, which runs before any of the page's scripts. */
  page: string;
  /** The script for the isolated world; null when the window has no preload. */
  preload: string | null;
}

/**
 * Makes the scripts that run at the start of each document of a window. Only the outermost frame gets a bridge, because
 * Electron runs no preload in the frames inside.
 */
export function pageScripts(preloadSource: string | null, versions: Record<string, string>): PageScripts {
  const binding = `standInMain${randomUUID().replaceAll('-', '')}`;
  // Unknown to the page's scripts, so that they receive nothing from the bridge except what it exposes.
  const names = JSON.stringify({ toPage: `page-${randomUUID()}`, toPreload: `preload-${randomUUID()}` });
  const environment = JSON.stringify({ platform: process.platform, versions });
  const outermost = (script: string) => `if (window.top === window) {\n${script}\n}`;
  return {
    binding,
    page: outermost(`(${openBridge.toString()})('page', ${names});\n(${denyWindows.toString()})();`),
    preload:
      preloadSource === null
        ? null
        : outermost(
            `(${runPreload.toString()})((${openBridge.toString()})('preload', ${names}), '${binding}', ${environment}, (require, module, process) => {
const exports = module.exports;
${preloadSource}
});`,
          ),
  };
}
