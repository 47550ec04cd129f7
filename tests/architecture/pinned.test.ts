import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { dependencyFaults, readLock } from '../../scripts/check-dependencies.ts';
import { root } from './source-files.ts';

// Everything that builds and releases the product is named by its checksum: whoever takes over a repository can move a
// tag.

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const WORKFLOWS = '.github/workflows';

const workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ uses: z.string().optional() }).loose()) }).loose()),
});
const BY_SUM = /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/;

test.each(readdirSync(path.join(root, WORKFLOWS)))('%s runs actions by their sums alone', (file) => {
  const text = read(`${WORKFLOWS}/${file}`);
  // The parser refuses a duplicate key, as GitHub does.
  const { jobs } = workflow.parse(parse(text));
  const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !BY_SUM.test(action))).toEqual([]);
  // A comment tells people who read or update the line which version the checksum is.
  const untold = text.split('\n').filter((line) => line.includes('uses: ') && !/ # v\d+\.\d+\.\d+$/.test(line));
  expect(untold).toEqual([]);
});

test('a workflow that names an action by its tag, and one with a key twice, are found', () => {
  expect(BY_SUM.test('actions/checkout@v5')).toBe(false);
  expect(BY_SUM.test('actions/checkout@08c6903')).toBe(false);
  expect(() => parse('env:\n  A: 1\n  A: 2\n')).toThrow(/unique/);
});

test('the image is built of bases that are named by their sums', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
  expect(bases.length).toBeGreaterThan(1);
  expect(bases.filter((base) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(base))).toEqual([]);
  // All stages have the same base: what one stage builds, the other runs.
  expect(new Set(bases).size).toBe(1);
});

test('the packager comes by a lock of its own', () => {
  const folder = path.join(root, 'scripts/packager');
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string().regex(/^\d+\.\d+\.\d+$/)) })
    .parse(JSON.parse(read('scripts/packager/package.json')));
  const lock = readLock(folder);
  for (const [name, version] of Object.entries(devDependencies)) {
    expect(lock.packages[`node_modules/${name}`]?.version).toBe(version);
  }
  expect(dependencyFaults(lock)).toEqual([]);
});

test('each of these is asked to be newer by a pull request', () => {
  const { updates } = z
    .object({ updates: z.array(z.object({ 'package-ecosystem': z.string(), directory: z.string() })) })
    .parse(parse(read('.github/dependabot.yml')));
  const watched = updates.map((each) => `${each['package-ecosystem']} ${each.directory}`);
  expect(watched.sort()).toEqual(['docker /', 'github-actions /', 'npm /', 'npm /scripts/packager']);
});
