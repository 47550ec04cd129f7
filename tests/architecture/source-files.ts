import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The repository's root. */
export const root = path.join(import.meta.dirname, '../..');

export interface SourceFile {
  /** From the root, with "/": "shared/kernel/clock.ts". */
  name: string;
  text: string;
  /** What it imports, as written. */
  imports: string[];
}

// Of one statement at most: no quote and no semicolon stands between the word and the name of the module.
const IMPORT = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

/** Every source file of the project with its imports: static, dynamic, and of types. */
export function sourceFiles(): SourceFile[] {
  const names = globSync('{shared,server,desktop,tests,scripts}/**/*.{ts,tsx,mjs}', { cwd: root });
  return names.map((name) => {
    const text = readFileSync(path.join(root, name), 'utf8');
    const imports = [...text.matchAll(IMPORT)].map(([, from, named]) => from ?? named ?? '');
    return { name: name.replaceAll(path.sep, '/'), text, imports };
  });
}

/** The file that a module is for whoever imports it, from the root; null for a package. */
export function targetOf(name: string, module: string): string | null {
  if (module.startsWith('#')) return module.slice(1);
  return module.startsWith('.') ? path.posix.join(path.posix.dirname(name), module) : null;
}

/** Whether a file is run by tests alone: a test, or what several tests share. */
export function isOfTests(name: string): boolean {
  // A script of this name runs tests.
  if (name.startsWith('scripts/test-')) return false;
  return /\.(test|spec|conformance)\.tsx?$|^tests\/|\/testing\/|(^|\/)test-[^/]+$|-(fixtures?|stub)\.ts$/.test(name);
}

/** The room a file lies in: one under shared/ and desktop/, server/site and server/admin apart from the rest of the server. */
export function roomOf(name: string): string {
  const [top = '', second = ''] = name.split('/');
  if (top === 'shared' || top === 'desktop') return `${top}/${second}`;
  return top === 'server' && (second === 'site' || second === 'admin') ? `${top}/${second}` : top;
}
