import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** From sources the worker is the .ts file itself (Node strips its types), in the build a bundle of its own. */
export function workerFile(name: string): URL {
  const source = new URL(`./${name}.ts`, import.meta.url);
  if (source.protocol === 'file:' && existsSync(fileURLToPath(source))) return source;
  // The bundle that holds this code lies in dist/server or dist/server/chunks.
  const beside = new URL(`./workers/${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../workers/${name}.js`, import.meta.url);
}
