import path from 'node:path';
import type { Plugin } from 'vite';

/** Gives the windows of both interfaces styles that their policies take: made by script, no element of the page. */
export function sheetsByScript(): Plugin {
  return {
    name: 'ninefold-sheets-by-script',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) => (source === 'react-style-singleton' ? path.resolve('shared/ui/style-singleton.ts') : null),
  };
}
