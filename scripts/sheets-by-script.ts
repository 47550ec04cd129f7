import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Gives both interfaces' dialogs styles that the pages' policies accept: made by script, without a style element in the
 * page.
 */
export function sheetsByScript(): Plugin {
  return {
    name: 'ninefold-sheets-by-script',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) => (source === 'react-style-singleton' ? path.resolve('shared/ui/style-singleton.ts') : null),
  };
}
