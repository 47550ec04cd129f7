import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '#server/paths.ts';
import { billOfMaterials, dependencyFaults, isAllowed, readLock } from '../../scripts/check-dependencies.ts';
import { isOfTests } from './source-files.ts';

const lock = readLock(projectRoot());
const root = lock.packages[''] ?? {};
const about = {
  name: 'ninefold',
  version: '1.2.3',
  serial: '3e671687-395b-41f5-a30f-a58921a69b79',
  at: '2026-01-01T00:00:00Z',
};

test('every package has its sum, comes from the registry, has a licence we allow and runs nothing at installation', () => {
  expect(dependencyFaults(lock)).toEqual([]);
});

/** Returns the packages that none of these files names, as a whole or by a part. */
function unnamed(packages: readonly string[], files: readonly string[]): string[] {
  const text = files.map((file) => readFileSync(path.join(projectRoot(), file), 'utf8')).join('\n');
  return packages.filter(
    (name) => !text.includes(`'${name}'`) && !text.includes(`'${name}/`) && !text.includes(`"${name}`),
  );
}

test('every package is named by what runs, or by tests and tools where it is for development alone', () => {
  const all = globSync(['{shared,server,desktop,tests,scripts}/**/*.{ts,tsx,mjs,css}', '*.ts', 'biome.json'], {
    cwd: projectRoot(),
  });
  const running = all.filter((file) => /^(shared|server|desktop)\//.test(file) && !isOfTests(file));
  const names = z.record(z.string(), z.string());
  const { dependencies, devDependencies } = z
    .object({ dependencies: names, devDependencies: names })
    .parse(JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')));
  expect(unnamed(['zod', 'no-such-package'], running)).toEqual(['no-such-package']);
  expect(unnamed(Object.keys(dependencies), running)).toEqual([]);
  const ofTypes = (name: string) => name.startsWith('@types/');
  expect(
    unnamed(
      Object.keys(devDependencies).filter((name) => !ofTypes(name)),
      all,
    ),
  ).toEqual([]);
  // Types are there only for packages that are listed too.
  const known = { ...dependencies, ...devDependencies };
  const typed = Object.keys(devDependencies)
    .filter(ofTypes)
    .map((name) => name.slice('@types/'.length));
  expect(typed.filter((name) => !(name in known) && !['node', 'hast', 'mdast'].includes(name))).toEqual([]);
});

describe('what is refused:', () => {
  const good = {
    version: '1.0.0',
    license: 'MIT',
    integrity: `sha512-${'A'.repeat(86)}==`,
    resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
  };
  const faultsOf = (entry: object) =>
    dependencyFaults({ lockfileVersion: 3, packages: { '': {}, 'node_modules/a': { ...good, ...entry } } });

  test.each([
    ['a weak sum', { integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    ['no sum', { integrity: undefined }],
    ['another source', { resolved: 'git+ssh://git@github.com/a/a.git#1' }],
    ['a registry of somebody else', { resolved: 'https://registry.npmjs.org.evil.example/a.tgz' }],
    ['a folder', { link: true, version: undefined }],
    ['a licence nobody has allowed', { license: 'AGPL-3.0-only' }],
    ['no licence', { license: undefined }],
    ['both of two licences, of which one is not allowed', { license: 'MIT AND SSPL-1.0' }],
    ['a script at installation', { hasInstallScript: true }],
  ])('%s', (_what, entry) => {
    expect(faultsOf(entry)).not.toEqual([]);
  });

  test('and nothing else', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ license: '(MIT OR GPL-3.0-only)', resolved: undefined })).toEqual([]);
    expect(isAllowed('(MIT AND Zlib)')).toBe(true);
  });
});

describe('the bill of materials (CycloneDX 1.6)', () => {
  let bill: ReturnType<typeof billOfMaterials>;
  beforeAll(() => {
    bill = billOfMaterials(lock, about);
  });
  const ref = z.string().min(1);
  const shape = z.strictObject({
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.6'),
    serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
    version: z.int().min(1),
    metadata: z.strictObject({
      timestamp: z.iso.datetime(),
      component: z.strictObject({
        type: z.literal('application'),
        'bom-ref': ref,
        name: z.string(),
        version: z.string(),
        purl: z.string().startsWith('pkg:npm/'),
      }),
    }),
    components: z.array(
      z.strictObject({
        type: z.literal('library'),
        'bom-ref': ref,
        name: z.string().min(1),
        version: z.string().min(1),
        scope: z.enum(['required', 'optional']),
        purl: z.string().regex(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@[^@]+$/),
        hashes: z
          .array(z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }))
          .length(1),
        licenses: z.array(z.strictObject({ expression: z.string().min(1) })).length(1),
      }),
    ),
    dependencies: z.array(z.strictObject({ ref, dependsOn: z.array(ref) })),
  });

  test('has the fields and forms the format asks for', () => {
    expect(shape.parse(bill)).toEqual(bill);
  });

  test('names each part once, and leads from the program to every part it always needs', () => {
    const refs = bill.components.map((part) => part['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const needs = new Map(bill.dependencies.map(({ ref: from, dependsOn }) => [from, dependsOn]));
    for (const to of [...needs.values()].flat()) expect(needs.has(to)).toBe(true);
    const reached = new Set<string>();
    const visit = (from: string) => {
      if (reached.has(from)) return;
      reached.add(from);
      for (const to of needs.get(from) ?? []) visit(to);
    };
    visit(bill.metadata.component['bom-ref']);
    for (const name of Object.keys({ ...root.dependencies, ...root.optionalDependencies })) {
      const part = bill.components.find((each) => each['bom-ref'].endsWith(`#node_modules/${name}`));
      expect([name, part !== undefined && reached.has(part['bom-ref'])]).toEqual([name, true]);
    }
  });

  test('names Electron, whose program is in the installers, in the version that is locked', () => {
    const [electron, ...others] = bill.components.filter(({ name }) => name === 'electron');
    expect(others).toEqual([]);
    expect(electron).toMatchObject({ version: lock.packages['node_modules/electron']?.version, scope: 'optional' });
    const [program] = bill.dependencies;
    expect(program?.dependsOn).toContain(electron?.['bom-ref']);
  });

  test('leaves out what is for development alone', () => {
    const names = new Set(bill.components.map(({ name }) => name));
    for (const name of ['vitest', 'playwright', '@biomejs/biome']) expect(names).not.toContain(name);
  });
});
