import type { Plugin } from 'vite';

/**
 * Gives pages the router without its warnings for developers: its package does not export that build under any
 * condition.
 */
export function productionRouter(): Plugin {
  return {
    name: 'ninefold-production-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async resolveId(source, importer, options) {
      if (source !== 'react-router' && source !== 'react-router/dom') return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
  };
}
