import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.dirname(import.meta.dirname);
const SOURCES = [
  ...['desktop', 'shared', 'electron.vite.config.ts', 'package-lock.json'],
  ...['scripts/production-router.ts', 'scripts/sheets-by-script.ts'],
];
const STAMP = path.join(root, 'out', '.ninefold-desktop');

/** Whether out/ holds the desktop app's bundles, built from the current sources. */
export function isDesktopBuilt(): boolean {
  return isStamped(sourcesHash());
}

/** Builds the desktop app's bundles into out/, unless they were built from the current sources. */
export function buildDesktop(): void {
  const wanted = sourcesHash();
  if (isStamped(wanted)) return;
  console.log('Building the desktop app …');
  const program = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const { status } = spawnSync(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // React's development build is several times slower.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The desktop app could not be built');
  writeFileSync(STAMP, wanted);
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const entry of SOURCES) addTo(hash, entry);
  return hash.digest('hex');
}

function isStamped(hash: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
}

function addTo(hash: ReturnType<typeof createHash>, entry: string): void {
  const full = path.join(root, entry);
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) addTo(hash, path.join(entry, name));
  } else if (!/\.test\.tsx?$/.test(entry)) {
    hash.update(`${entry}\0`).update(readFileSync(full));
  }
}

// `node scripts/build-desktop.ts` builds the bundles.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) buildDesktop();
