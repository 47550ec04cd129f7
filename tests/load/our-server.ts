import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';
import { freePort } from '../free-port.ts';
import { ALLOCATOR, type MemoryLimit } from './memory-limit.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/**
 * Starts our server on a data folder as `npm start` does: the built program, production mode, default settings, and so
 * with headers, metrics and the log on. Its output goes to `server.log` in the folder. It listens at a free port unless
 * `givenPort` names one, with the memory of the whole machine; within `limit` it is started as the unit and the image
 * start it.
 */
export async function startOurServer(
  dataFolder: string,
  environment: Record<string, string> = {},
  givenPort?: number,
  limit?: MemoryLimit | null,
): Promise<ServerProcess> {
  const program = path.join(projectRoot(), 'dist', 'server', 'main.js');
  if (!existsSync(program)) throw new Error('The server is not built. Run: npm run build');
  const port = givenPort ?? (await freePort());
  return startServer({
    ...(limit ? limit.wrap(process.execPath, [program]) : { command: process.execPath, args: [program] }),
    port,
    readyPath: '/',
    folder: dataFolder,
    logFile: path.join(dataFolder, 'server.log'),
    environment: { DATA_DIR: dataFolder, PORT: String(port), ...(limit && ALLOCATOR), ...environment },
  });
}
