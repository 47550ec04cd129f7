import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isOfTests, root, type SourceFile, sourceFiles, targetOf } from './source-files.ts';

/** Exports that no import in production names, each with its user. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'server/repositories/publication/public-tables.ts: PRIVATE_COLUMNS':
    'a test, so that a new column is named somewhere',
  'server/repositories/publication/public-tables.ts: PRIVATE_TABLES': 'a test, so that a new table is named somewhere',
  'server/services/export/ghost/ghost-shapes.ts: ghostFile': 'tests, which read what an export has written',
  'server/site/browser/enhancer/small-preload.ts: __vitePreload': 'what Vite writes into the code it builds',
  'shared/ui/style-singleton.ts: styleSingleton': 'libraries, in the place of a package (vite.config.ts)',
  'shared/workspace/memory-store.ts: createMemoryStore':
    'tests of every room, held to the rules of the other two stores',
};

/** Files that run although nobody imports them: the configurations of the tools. */
const configurations = globSync('*.config.ts', { cwd: root }).map((name) => ({
  name,
  text: readFileSync(path.join(root, name), 'utf8'),
}));

const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|enum|(interface|type)(?= \w)) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\};/gm;
const FROM =
  /\b(import|export)\s+((?:type\s+)?(?:\w+\s*,?\s*)?(?:\{[^{}]*\}|\*(?:\s*as\s+\w+)?)?)\s*from\s*['"]([^'"]+)['"]/g;
const LATER = /\bimport\(\s*['"]([^'"]+)['"]/g;

type Source = Pick<SourceFile, 'name' | 'text'>;

interface Module extends Source {
  /** Each exported name, and whether it is the name of a type. */
  exports: Map<string, 'type' | 'value'>;
  /** Files whose exports this file exports as a whole. */
  passesOn: string[];
  /**
   * The uses of other files: one name, all names, or, of a file that is loaded later, every name that occurs in this
   * file.
   */
  uses: { file: string; takes: 'one' | 'all' | 'said'; name: string }[];
}

/** Returns the entries of a list in braces: the name in the other file, and the name here. */
function entriesOf(clause: string): { there: string; here: string }[] {
  const entries = (/\{([^}]*)\}/.exec(clause)?.[1] ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const [there = '', here = there] = entry.replace(/^type /, '').split(/\s+as\s+/);
    return { there, here };
  });
}

function readModule({ name, text }: Source): Module {
  const exports: Module['exports'] = new Map();
  for (const [, kind, exported = ''] of text.matchAll(EXPORTED)) exports.set(exported, kind ? 'type' : 'value');
  for (const [, list] of text.matchAll(LISTED)) {
    for (const { here } of entriesOf(`{${list}}`)) exports.set(here, 'value');
  }
  const uses: Module['uses'] = [];
  const passesOn: string[] = [];
  for (const [, keyword, clause = '', module = ''] of text.matchAll(FROM)) {
    const file = targetOf(name, module);
    if (file === null) continue;
    for (const { there, here } of entriesOf(clause)) {
      uses.push({ file, takes: 'one', name: there });
      if (keyword === 'export') exports.set(here, 'value');
    }
    if (!clause.includes('*')) continue;
    if (keyword === 'export') passesOn.push(file);
    else uses.push({ file, takes: 'all', name: '*' });
  }
  for (const [, module = ''] of text.matchAll(LATER)) {
    const file = targetOf(name, module);
    if (file !== null) uses.push({ file, takes: 'said', name: '*' });
  }
  return { name, text, exports, passesOn, uses };
}

/**
 * Returns the exports of production, as "file: name", that production does not import. An export that its own file uses
 * may be imported by a test alone.
 */
function unusedExports(sources: readonly Source[]): string[] {
  const modules = new Map(sources.map((source) => [source.name, readModule(source)]));
  const byProduction = new Set<string>();
  const byTests = new Set<string>();
  function use(used: Set<string>, file: string, name: string): void {
    const module = modules.get(file);
    if (module?.exports.has(name)) used.add(`${file}: ${name}`);
    else for (const next of module?.passesOn ?? []) use(used, next, name);
  }
  for (const { name: importer, text, uses } of modules.values()) {
    const used = isOfTests(importer) ? byTests : byProduction;
    for (const { file, takes, name } of uses) {
      const all = takes === 'one' ? [name] : [...(modules.get(file)?.exports.keys() ?? [])];
      for (const each of all) if (takes !== 'said' || hasWord(text, each)) use(used, file, each);
    }
  }
  return [...modules.values()].flatMap(({ name: file, text, exports }) => {
    if (isOfTests(file)) return [];
    const found = [...exports].filter(([name, kind]) => {
      const key = `${file}: ${name}`;
      if (byProduction.has(key)) return false;
      // A type describes what the functions of its file take and return; a part of a file may have a test of its own.
      return !(hasWord(text, name, 2) && (kind === 'type' || byTests.has(key)));
    });
    return found.map(([name]) => `${file}: ${name}`);
  });
}

/** Whether a text contains a name at least `times` times. */
function hasWord(text: string, name: string, times = 1): boolean {
  let left = times;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const isWhole = !/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + name.length] ?? '');
    if (isWhole) left -= 1;
    if (left === 0) return true;
  }
  return false;
}

const unused = unusedExports([...sourceFiles(), ...configurations]);

test('what only tests use, or nobody, is no export of production', () => {
  expect(unused.filter((each) => !(each in OTHERWISE))).toEqual([]);
});

test('what is used otherwise is still there, and still named by no import', () => {
  expect(Object.keys(OTHERWISE).filter((each) => !unused.includes(each))).toEqual([]);
});

test('every way to use an export counts, and one by a test alone does not', () => {
  const cups = `
    export function used() { return inside(); }
    export function inside(): Size { return 1; }
    export const later = 3;
    export async function onlyTested() {}
    export function nobody() {}
    export type Size = number;
    export interface Lost {}
    const own = 1;
    export { own as known, own as unknown };`;
  const found = unusedExports([
    { name: 'shared/cups.ts', text: cups.replaceAll('    export', 'export') },
    { name: 'shared/index.ts', text: "export * from './cups.ts';\nexport { used as renamed } from './cups.ts';" },
    {
      name: 'shared/tea.ts',
      text: "import {\n  type Size as S,\n  known as k,\n} from '#shared/index.ts';\nimport { renamed } from './index.ts';",
    },
    { name: 'server/late.ts', text: "const { later } = await import('#shared/cups.ts');" },
    { name: 'shared/pots.ts', text: 'export const pot = 1;' },
    { name: 'server/pots.ts', text: "import * as pots from '#shared/pots.ts';\nawait import('#shared/cups.ts');" },
    { name: 'shared/cups.test.ts', text: "import { inside, onlyTested, renamed } from './index.ts';" },
  ]);
  expect(found).toEqual(['onlyTested', 'nobody', 'Lost', 'unknown'].map((name) => `shared/cups.ts: ${name}`));
});
