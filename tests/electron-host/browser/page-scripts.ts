import { randomUUID } from 'node:crypto';
import { denyWindows, openBridge, runPreload } from './worlds.ts';

/** Name of the world a preload runs in; the page's own scripts cannot see into it. */
export const PRELOAD_WORLD = 'Electron Isolated Context';

export interface PageScripts {
  /** Global of the isolated world alone that carries text to main. */
  binding: string;
  /** For the page's own world, before any of its scripts. */
  page: string;
  /** For the isolated world: null where the window has no preload. */
  preload: string | null;
}

/**
 * Makes the scripts that run at the start of each document of a window. Only the outermost frame gets a bridge, as
 * Electron runs no preload in frames inside.
 */
export function pageScripts(preloadSource: string | null, versions: Record<string, string>): PageScripts {
  const binding = `standInMain${randomUUID().replaceAll('-', '')}`;
  // Unknown to the page's scripts, so that they hear nothing of the bridge but what it exposes.
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
