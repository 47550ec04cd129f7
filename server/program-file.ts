import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The file of a thread or command of the server's own: "workers/search", "cli/export". From sources it is the .ts file
 * itself (Node strips its types), in the build a bundle of its own.
 */
export function programFile(name: string): URL {
  const source = new URL(`./${name}.ts`, import.meta.url);
  if (source.protocol === 'file:' && existsSync(fileURLToPath(source))) return source;
  // The bundle that holds this code lies in dist/server or dist/server/chunks.
  const beside = new URL(`./${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../${name}.js`, import.meta.url);
}
