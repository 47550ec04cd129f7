import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The repository's root. */
export const root = path.join(import.meta.dirname, '../..');

export interface SourceFile {
  /** The path from the root, with "/": "shared/kernel/clock.ts". */
  name: string;
  text: string;
  /** The modules it imports, as written. */
  imports: string[];
}

// Matches within one statement: no quote and no semicolon is between the keyword and the name of the module.
const IMPORT = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

/** Returns every source file of the project with its imports: static, dynamic, and of types. */
export function sourceFiles(): SourceFile[] {
  const names = globSync('{shared,server,desktop,tests,scripts}/**/*.{ts,tsx,mjs}', { cwd: root });
  return names.map((name) => {
    const text = readFileSync(path.join(root, name), 'utf8');
    const imports = [...text.matchAll(IMPORT)].map(([, from, named]) => from ?? named ?? '');
    return { name: name.replaceAll(path.sep, '/'), text, imports };
  });
}

/** Returns the file, from the root, to which a module name resolves for the importing file; null for a package. */
export function targetOf(name: string, module: string): string | null {
  if (module.startsWith('#')) return module.slice(1);
  return module.startsWith('.') ? path.posix.join(path.posix.dirname(name), module) : null;
}

/** Says whether a file is run only by tests: it is a test, or several tests share it. */
export function isOfTests(name: string): boolean {
  // A script of this name runs tests.
  if (name.startsWith('scripts/test-')) return false;
  return /\.(test|spec|conformance)\.tsx?$|^tests\/|\/testing\/|(^|\/)test-[^/]+$|-(fixtures?|stub)\.ts$/.test(name);
}

/**
 * Returns the room of a file: one under shared/ and desktop/; server/site and server/admin are separate from the rest
 * of the server.
 */
export function roomOf(name: string): string {
  const [top = '', second = ''] = name.split('/');
  if (top === 'shared' || top === 'desktop') return `${top}/${second}`;
  return top === 'server' && (second === 'site' || second === 'admin') ? `${top}/${second}` : top;
}
