import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './source-files.ts';

// One tsconfig for each room keeps `window` and `process` out of the pure ones.

const pure = ['kernel', 'contract', 'content', 'workflow', 'workspace'].filter((room) =>
  existsSync(path.join(root, 'shared', room)),
);
const foreign = [
  'window',
  'document',
  'localStorage',
  'navigator',
  'fetch',
  'process',
  'Buffer',
  'require',
  '__dirname',
  'setTimeout',
  'console',
];
const known = ['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'structuredClone', 'Intl', 'Map'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-pure-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(pure)('shared/%s sees nothing of Node, Electron or the browser', (room) => {
  const names = [...foreign, ...known];
  const file = path.join(folder, `${room}.ts`);
  writeFileSync(file, names.map((name, index) => `export const name${index} = ${name};`).join('\n'));
  const project = path.join(folder, `${room}.json`);
  writeFileSync(
    project,
    JSON.stringify({
      extends: path.join(root, 'shared', room, 'tsconfig.json'),
      compilerOptions: { composite: false, incremental: false, emitDeclarationOnly: false, noEmit: true, rootDir: '/' },
      files: [file, path.join(root, 'shared/globals.d.ts')],
      include: [],
      references: [],
    }),
  );
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
    encoding: 'utf8',
    timeout: 300_000,
  });
  const unknown = [...stdout.matchAll(/Cannot find name '(\w+)'/g)].map(([, name]) => name);
  expect(unknown.sort()).toEqual([...foreign].sort());
});
