import path from 'node:path';
import { runnerImport } from 'vite';
import { projectRoot } from '#server/paths.ts';

/**
 * Imports a file of ours, by its path from the root, that leads to the admin's rooms: these hold components, which Node
 * does not read by itself.
 */
export async function importWithComponents<Module>(file: string): Promise<Module> {
  const root = projectRoot();
  const { module } = await runnerImport<Module>(path.join(root, file), { configFile: false, root });
  return module;
}
