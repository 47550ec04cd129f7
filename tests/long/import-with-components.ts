import path from 'node:path';
import { createServer } from 'vite';
import { projectRoot } from '#server/paths.ts';

/**
 * Imports one of our files, by its path from the root, that leads to the admin's rooms: these contain components, which
 * Node cannot load by itself. The loader for them stays until the process ends, since a room may import another only
 * when it is needed.
 */
export async function importWithComponents<Module>(file: string): Promise<Module> {
  const root = projectRoot();
  const reader = await createServer({
    ...{ configFile: false, root, appType: 'custom', logLevel: 'warn' },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  return (await reader.ssrLoadModule(path.join(root, file))) as Module;
}
