import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isOfTests, root, sourceFiles, targetOf } from './source-files.ts';

/** A file with fewer lines than this that only one neighbour imports is a part of that neighbour. */
const FEWEST_LINES = 40;

/**
 * Index files, migrations, the starts of processes and threads, and separate programs: each is a file for its own
 * reason.
 */
const isDoor = (name: string) =>
  /(^|\/)(index|main)\.tsx?$|\.d\.ts$|\/migrations\/|^scripts\/|^server\/workers\//.test(name);

/** Families of files of one shape that one file only lists: a new member is a new file. */
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

/** Other files that stand apart, each with its reason. */
const APART: Readonly<Record<string, string>> = {
  'desktop/main/handed-over.ts': 'main.ts would be as long as a file may be',
  'desktop/renderer/heard-from-main.ts': 'main.tsx starts the window when it is loaded, so no test could load it',
  'server/site/browser/comforts/lightbox/step-to.ts':
    'lightbox.ts makes its dialog when it is loaded, which takes a browser',
  'shared/admin/posts/post-duplicate.ts': 'a test of the field table imports it, which needs no React',
};

const files = sourceFiles();
const lines = (name: string) => readFileSync(path.join(root, name), 'utf8').split('\n').length - 1;

/** The importers of each file, without tests. */
const importers = new Map<string, Set<string>>();
for (const { name, imports } of files) {
  if (isOfTests(name)) continue;
  for (const module of imports) {
    const to = targetOf(name, module);
    if (to !== null) importers.set(to, (importers.get(to) ?? new Set()).add(name));
  }
}

/** Whether the file is a chunk of its own, which is loaded when it is needed. */
const isLoadedLater = (importer: string, name: string) => {
  const module = path.posix.basename(name).replaceAll('.', String.raw`\.`);
  return new RegExp(String.raw`import\(\s*['"][^'"]*${module}['"]`).test(
    readFileSync(path.join(root, importer), 'utf8'),
  );
};

/** Returns the short files that only one file of their folder imports, and that have no test of their own. */
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
