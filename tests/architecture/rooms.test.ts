import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { roomOf, root, sourceFiles, targetOf } from './source-files.ts';

const files = sourceFiles();
const isTest = (name: string) => /\.test\.tsx?$/.test(name);
const imports = files.flatMap(({ name, imports: modules }) => modules.map((module) => ({ name, module })));

const offenders = (isOffence: (from: string, to: string, file: string) => boolean) =>
  imports
    .filter((entry) => {
      const to = targetOf(entry.name, entry.module);
      return to !== null && isOffence(roomOf(entry.name), roomOf(to), entry.name);
    })
    .map(({ name, module }) => `${name}: ${module}`);

test('the files of the project are found, and their imports', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(imports).toContainEqual({ name: 'server/app.ts', module: './app-options.ts' });
  expect(imports).toContainEqual({ name: 'tests/architecture/rooms.test.ts', module: 'zod' });
});

describe('the rooms', () => {
  const settings = z.object({ references: z.array(z.object({ path: z.string() })) });
  // Scripts run before anything is built; globals.d.ts belongs to every pure room.
  const rooms = [...new Set(files.map(({ name }) => roomOf(name)))].filter((room) => !/^scripts$|\.d\.ts$/.test(room));

  test.each(rooms)('%s has a tsconfig of its own that the root builds', (room) => {
    expect(existsSync(path.join(root, room, 'tsconfig.json'))).toBe(true);
    const { references } = settings.parse(JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')));
    expect(references.map((reference) => path.posix.normalize(reference.path))).toContain(room);
  });

  test.each(rooms)('%s takes its rules from the common ones', (room) => {
    const { extends: base, compilerOptions } = z
      .object({ extends: z.string(), compilerOptions: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(readFileSync(path.join(root, room, 'tsconfig.json'), 'utf8')));
    expect(path.join(root, room, base)).toBe(path.join(root, 'tsconfig.base.json'));
    expect(Object.keys(compilerOptions).filter((name) => /^(strict|no[A-Z]|exact|erasable)/.test(name))).toEqual([]);
  });

  test('no file reaches another room by a relative path', () => {
    const relative = imports.filter(({ module }) => module.startsWith('.'));
    const crossing = relative.filter((entry) => {
      const to = roomOf(targetOf(entry.name, entry.module) ?? entry.name);
      return to !== roomOf(entry.name) && to !== 'scripts';
    });
    // The server assembles the site that it serves; scripts stand outside the rooms and have no import name of their
    // own.
    const isOpen = (name: string) => roomOf(name) === 'server' || roomOf(name) === 'scripts';
    expect(crossing.filter(({ name }) => !isOpen(name)).map(({ name, module }) => `${name}: ${module}`)).toEqual([]);
  });

  test('server and desktop never import each other, not even for a type', () => {
    const isOf = (room: string, top: string) => room.split('/')[0] === top;
    expect(
      offenders(
        (from, to) => (isOf(from, 'server') && isOf(to, 'desktop')) || (isOf(from, 'desktop') && isOf(to, 'server')),
      ),
    ).toEqual([]);
  });

  test('shared imports neither server nor desktop, not even for a type', () => {
    expect(
      offenders((from, to, file) => from.startsWith('shared/') && /^(server|desktop|tests)/.test(to) && !isTest(file)),
    ).toEqual([]);
  });

  test('what production runs imports no test', () => {
    expect(
      offenders((_from, to, file) => to === 'tests' && !/^(tests|scripts)$/.test(roomOf(file)) && !isTest(file)),
    ).toEqual([]);
  });

  test('only db and repositories know the database', () => {
    const knowing = imports.filter(({ module }) => /^(kysely|better-sqlite3)(\/|$)/.test(module));
    const elsewhere = knowing.filter(({ name }) => !/^server\/(db|repositories)\//.test(name) && !isTest(name));
    // The lock on the data folder is SQLite's own lock, on an empty file.
    const known = new Set(['server/adapters/data-lock.ts']);
    expect(elsewhere.map(({ name }) => name).filter((name) => name.startsWith('server/') && !known.has(name))).toEqual(
      [],
    );
  });
});

/** In a folder with more files than this, a file is no longer found by its name. */
const MOST_FILES = 45;

test('no folder holds more source files than a newcomer can look through', () => {
  const counts = new Map<string, number>();
  for (const { name } of files) {
    if (isTest(name) || !/^(shared|server|desktop|scripts)\//.test(name)) continue;
    const folder = path.posix.dirname(name);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

describe('the names', () => {
  test('no file is called after nothing', () => {
    const vague = /(^|[-/.])(utils?|helpers?|common|misc|managers?)([-/.]|$)/;
    const found = files.map(({ name }) => name).filter((name) => vague.test(name));
    // The admin's Image Manager has this name on the screen.
    expect(found.filter((name) => !name.endsWith('/image-manager.tsx'))).toEqual([]);
  });

  test('two files have one name only where they are layers of one resource', () => {
    const layers =
      /^(shared\/(contract|admin)|server\/(routes|services|repositories|jobs|listeners|workers|cli|http|site\/(pages|texts|components|browser)))\//;
    // The index of a folder, the start of a program, and the component that holds a whole interface.
    const everywhere = /^(index|main|app)$/;
    const byName = new Map<string, string[]>();
    for (const { name } of files) {
      if (!/^(shared|server|desktop|scripts)\//.test(name) || !/^[^.]+\.tsx?$/.test(path.posix.basename(name)))
        continue;
      const base = path.posix.basename(name).replace(/\.tsx?$/, '');
      if (!everywhere.test(base)) byName.set(base, [...(byName.get(base) ?? []), name]);
    }
    const alike = [...byName.values()].filter((names) => {
      const found = names.map((name) => layers.exec(name)?.[0] ?? '');
      return names.length > 1 && (found.includes('') || new Set(found).size < found.length);
    });
    expect(byName.get('redirects')).toHaveLength(5);
    expect(alike).toEqual([]);
  });

  test('files are written in kebab-case', () => {
    const odd = files
      .map(({ name }) => path.posix.basename(name))
      .filter((name) => !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name));
    expect(odd).toEqual([]);
  });

  test('a file of one room is imported with its ending', () => {
    const endless = imports.filter(({ module }) => /^[.#]/.test(module) && !/\.(tsx?|css|json|mjs|js)$/.test(module));
    expect(endless.map(({ name, module }) => `${name}: ${module}`)).toEqual([]);
  });

  test('nothing is exported as default, but where a tool asks for it', () => {
    const found = globSync('{shared,server,desktop,tests}/**/*.{ts,tsx}', { cwd: root }).filter((name) =>
      /^export default /m.test(readFileSync(path.join(root, name), 'utf8')),
    );
    const asked = /\.config\.ts$|^tests\/e2e\/global-(setup|teardown)\.ts$/;
    expect(found.filter((name) => !asked.test(name))).toEqual([]);
  });
});
