import path from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** The modules of the server that each of its files imports, types as well. */
const imports = new Map(
  sourceFiles()
    .filter(({ name }) => name.startsWith('server/'))
    .map(({ name, imports: modules }) => [name, modules.map((module) => target(name, module))]),
);

function target(from: string, module: string): string {
  return module.startsWith('#') ? module.slice(1) : path.posix.join(path.posix.dirname(from), module);
}

/** A way from a file back to itself; null when there is none. */
function circleFrom(file: string, way: readonly string[], passed: Set<string>): string[] | null {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (passed.has(file)) return null;
  passed.add(file);
  for (const next of imports.get(file) ?? []) {
    const circle = circleFrom(next, [...way, file], passed);
    if (circle) return circle;
  }
  return null;
}

test('no file of the server leads back to itself, not even for a type', () => {
  const passed = new Set<string>();
  const circles = [...imports.keys()].flatMap((file) => circleFrom(file, [], passed)?.join(' → ') ?? []);
  expect(imports.size).toBeGreaterThan(300);
  expect(circles).toEqual([]);
});
