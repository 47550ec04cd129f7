import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

/**
 * Set by `npm run test:electron`: the desktop's specs then run in the Electron that this names, otherwise under the
 * stand-in.
 */
export const REAL_ELECTRON = 'NINEFOLD_TEST_ELECTRON';

/** Instructions for when Electron's program is missing. */
export const NO_ELECTRON = `Electron's program is not on this computer: npm installs only what describes it.
Either fetch it once (about 120 MB, from github.com):

  npx install-electron

or name one that is there (version 42 or newer):

  ELECTRON_EXEC_PATH=/path/to/electron
`;

/**
 * Returns the program of real Electron; undefined when it was never downloaded. ELECTRON_EXEC_PATH names a different
 * one.
 */
export function findElectron(): string | undefined {
  const chosen = process.env.ELECTRON_EXEC_PATH;
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const folder = path.join(root, 'node_modules/electron');
  const note = path.join(folder, 'path.txt');
  if (!existsSync(note)) return undefined;
  const program = path.join(folder, 'dist', readFileSync(note, 'utf8').trim());
  return existsSync(program) ? program : undefined;
}
