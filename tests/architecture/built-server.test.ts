import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/paths.ts';

// These tests are for the server's build, which `npm test` makes first.

const folder = path.join(projectRoot(), 'dist', 'server');

/** Returns the package of a module: "@scope/name" for "@scope/name/file.js". */
const packageOf = (source: string) =>
  source
    .split('/')
    .slice(0, source.startsWith('@') ? 2 : 1)
    .join('/');

test('the built server loads no package that package.json does not name: where npm puts it, and which version, may change', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const loaded = new Map<string, string>();
  for (const file of files) {
    for (const node of parseAst(readFileSync(path.join(folder, file), 'utf8')).body) {
      const source = 'source' in node && node.source ? String(node.source.value) : '.';
      if (!source.startsWith('.') && !isBuiltin(source)) loaded.set(packageOf(source), file);
    }
  }
  expect(loaded.size).toBeGreaterThan(10);
  expect([...loaded].filter(([name]) => !Object.hasOwn(dependencies, name))).toEqual([]);
});
