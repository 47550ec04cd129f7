import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { projectRoot } from '#server/paths.ts';
import { lowerPriority } from './lower-priority.ts';

/** The built command, from the project's root. */
const PROGRAM = 'dist/server/cli/backup.js';
/** Milliseconds a run may take to end after it was told to. */
const ENDS_WITHIN = 3000;
/** Characters kept of what a run said. */
const MOST_SAID = 20_000;

/**
 * Makes a backup by `npm run backup`'s own program, in a process of its own below everything else: reading, summing and
 * rendering a whole site must hold up no reader. Rejects with what the program said.
 */
export async function backupInProcess(config: Config, file: string, signal: AbortSignal): Promise<void> {
  const program = path.join(projectRoot(), PROGRAM);
  if (!existsSync(program)) throw new Error('Backups are made by the built program. Build it first: npm run build');
  const child = spawn(process.execPath, [program, file], {
    env: { ...process.env, DATA_DIR: config.DATA_DIR, SITE_URL: config.SITE_URL, BACKUP_DIR: path.dirname(file) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    killing = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const [code, killedBy] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...ended) => resolve(ended));
    });
    if (code === 0) return;
    // What the owner can do stands first; where in the program it happened is for the log.
    throw new Error(said.trim().split(/\n\s+at /)[0] || `The backup was ended by ${killedBy ?? `code ${code}`}.`);
  } finally {
    clearTimeout(killing);
    signal.removeEventListener('abort', end);
  }
}
