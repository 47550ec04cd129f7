import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the folder with package.json: two levels up in the build, found from anywhere in the sources. */
export function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('package.json was not found above the program');
    folder = parent;
  }
  return folder;
}

/** Returns the version in package.json. */
export function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '0.0.0';
}

/** The name of the database's file in DATA_DIR. */
export const DATABASE_FILE = 'ninefold.db';
/** The folder of the welcome posts' pictures, from the project's root. */
export const SEED_PICTURES = 'server/db/seed-content/pictures';
/**
 * Whether a path is that of built browser code, of this version or another. Other programs have had pictures below
 * /assets too, so any other path there is an ordinary address.
 */
export function isBuiltFile(path: string): boolean {
  return /^\/assets\/[^/]+\.(?:js|css|woff2)(?:\.(?:br|gz))?$/.test(path);
}

/** The folder of the built browser files, from the project's root. */
export const CLIENT_FOLDER = 'dist/client';
