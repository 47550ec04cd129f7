import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isOfTests, root, sourceFiles, targetOf } from './source-files.ts';

/** Below this many lines a file that one neighbour alone imports is a part of that neighbour. */
const FEWEST_LINES = 40;

/** Doors, migrations, what starts a process or a thread, and programs by themselves: each is a file for a reason of its own. */
const isDoor = (name: string) =>
  /(^|\/)(index|main)\.tsx?$|\.d\.ts$|\/migrations\/|^scripts\/|^server\/workers\//.test(name);

/** Files of one shape, each by itself, that one file only lists: whoever adds one adds a file. */
const FAMILIES = [
  /^desktop\/main\/[a-z-]+\/[a-z-]+-schema\.ts$/,
  /^desktop\/main\/servers\/[a-z-]+-calls\.ts$/,
  /^server\/composition\/create-[a-z-]+\.ts$/,
  /^server\/db\/[a-z-]+-tables\.ts$/,
  /^server\/http\/mcp\/[a-z-]+-tools?\.ts$/,
  /^server\/services\/statistics\/(followers|misses|niches|readings)\.ts$/,
  /^server\/site\/browser\/enhancer\/(theme-toggle|view-choice)\.ts$/,
  /^shared\/admin\/auth\/second-step\/[a-z]+-way\.tsx$/,
  /^shared\/admin\/settings\/[a-z-]+-section\.tsx$/,
  /^shared\/admin\/settings\/catalog\/[a-z]+-form\.tsx$/,
  /^shared\/admin\/suggest\/card\/[a-z]+-part\.tsx$/,
];

/** Others that stand apart all the same, each with its reason. */
const APART: Readonly<Record<string, string>> = {
  'desktop/main/handed-over.ts': 'main.ts would be as long as a file may be',
  'desktop/renderer/heard-from-main.ts': 'main.tsx starts the window when it is loaded, so no test could load it',
  'server/site/browser/comforts/lightbox/step-to.ts':
    'lightbox.ts makes its dialog when it is loaded, which takes a browser',
  'shared/admin/posts/post-duplicate.ts': 'a test of the field table imports it, which needs no React',
};

const files = sourceFiles();
const lines = (name: string) => readFileSync(path.join(root, name), 'utf8').split('\n').length - 1;

/** Who imports what, tests apart. */
const importers = new Map<string, Set<string>>();
for (const { name, imports } of files) {
  if (isOfTests(name)) continue;
  for (const module of imports) {
    const to = targetOf(name, module);
    if (to !== null) importers.set(to, (importers.get(to) ?? new Set()).add(name));
  }
}

/** A chunk of its own: what is loaded when it is needed. */
const isLoadedLater = (importer: string, name: string) => {
  const module = path.posix.basename(name).replaceAll('.', String.raw`\.`);
  return new RegExp(String.raw`import\(\s*['"][^'"]*${module}['"]`).test(
    readFileSync(path.join(root, importer), 'utf8'),
  );
};

/** Files of few lines that one file of their folder alone imports, and that no test of their own holds. */
function smallOnes(): string[] {
  return files.flatMap(({ name }) => {
    if (isOfTests(name) || isDoor(name) || FAMILIES.some((family) => family.test(name))) return [];
    const [only, ...others] = importers.get(name) ?? [];
    if (only === undefined || others.length > 0) return [];
    if (path.posix.dirname(only) !== path.posix.dirname(name) || /(^|\/)index\.tsx?$/.test(only)) return [];
    if (lines(name) >= FEWEST_LINES || isLoadedLater(only, name)) return [];
    const base = path.join(root, name.replace(/\.tsx?$/, ''));
    return existsSync(`${base}.test.ts`) || existsSync(`${base}.test.tsx`) ? [] : [name];
  });
}

test('a small file that one neighbour alone imports is part of it', () => {
  expect(smallOnes().filter((name) => !(name in APART))).toEqual([]);
});

test('what stands apart all the same is still such a file', () => {
  const found = new Set(smallOnes());
  expect(Object.keys(APART).filter((name) => !found.has(name))).toEqual([]);
  expect(FAMILIES.filter((family) => files.filter(({ name }) => family.test(name)).length < 2)).toEqual([]);
});
