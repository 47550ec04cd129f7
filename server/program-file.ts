import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns the file of one of the server's own threads or commands: "workers/search", "cli/export". In the sources it is
 * the .ts file itself (Node strips its types), in the build a separate bundle.
 */
export function programFile(name: string): URL {
  const source = new URL(`./${name}.ts`, import.meta.url);
  if (source.protocol === 'file:' && existsSync(fileURLToPath(source))) return source;
  // The bundle with this code is in dist/server or dist/server/chunks.
  const beside = new URL(`./${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../${name}.js`, import.meta.url);
}
