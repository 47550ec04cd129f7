import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './source-files.ts';

// The arrows of design §3 as the linter enforces them: the project's own biome.json, tried on files that break it.

const configuration = z
  .object({
    overrides: z.array(
      z.object({
        includes: z.array(z.string()),
        linter: z.object({
          rules: z.object({
            style: z.object({
              noRestrictedImports: z.object({
                options: z.object({ patterns: z.array(z.object({ group: z.array(z.string()), message: z.string() })) }),
              }),
            }),
          }),
        }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8')));

/** Every arrow: the folder it is about, a module that one of its patterns means, and what the linter has to say. */
const table = configuration.overrides.flatMap(({ includes, linter }) => {
  const folder = (includes[0] ?? '').replace('/**', '');
  const { patterns } = linter.rules.style.noRestrictedImports.options;
  return patterns.flatMap(({ group, message }) =>
    group.map((pattern) => ({ folder, module: example(pattern), message })),
  );
});

function example(pattern: string): string {
  return pattern
    .replace(/^\*\*\/\.\.\//, '../../')
    .replace(/^\*\*\//, '../')
    .replace(/^node:\*$/, 'node:fs')
    .replace(/\/\*\*$/, '/x.ts');
}

// What design §3 says, in its own order, so that an arrow which is dropped from biome.json is missed here.
const refused: [folder: string, modules: string][] = [
  [
    'shared/kernel',
    'node:fs electron fastify kysely react #shared/contract/x.ts #server/x.ts #desktop/x.ts #tests/x.ts',
  ],
  [
    'shared/contract',
    'node:fs electron fastify react #shared/content/x.ts #shared/admin/x.ts #server/x.ts #desktop/x.ts',
  ],
  ['shared/content', 'node:fs electron react react-dom/server #shared/contract/x.ts #shared/ui/x.ts #server/x.ts'],
  ['shared/workflow', 'node:fs electron react zustand #shared/api-client/x.ts #shared/admin/x.ts #server/x.ts'],
  ['shared/workspace', 'node:fs electron react zustand #shared/api-client/x.ts #shared/admin/x.ts #server/x.ts'],
  ['shared/api-client', 'node:fs electron react #shared/admin/x.ts #shared/content/x.ts #server/x.ts #desktop/x.ts'],
  ['shared/ui', 'node:fs electron #shared/contract/x.ts #shared/api-client/x.ts #shared/admin/x.ts #server/x.ts'],
  [
    'shared/admin',
    'node:fs electron #server/x.ts #server/site/x.ts #desktop/x.ts #tests/x.ts #shared/api-client/http.ts #shared/admin-host/x.ts',
  ],
  ['shared/admin-host', 'node:fs electron #server/x.ts #desktop/x.ts #tests/x.ts'],
  [
    'server/routes',
    '#server/repositories/x.ts ../repositories/x.ts #server/db/x.ts kysely better-sqlite3 #desktop/x.ts',
  ],
  ['server/services', '#server/routes/x.ts #server/site/x.ts fastify kysely better-sqlite3 #desktop/x.ts'],
  ['server/repositories', '#server/services/x.ts ../services/x.ts #server/routes/x.ts fastify #desktop/x.ts'],
  [
    'server/db',
    '#server/repositories/x.ts ../repositories/x.ts #server/services/x.ts #server/routes/x.ts #desktop/x.ts',
  ],
  [
    'server/site',
    'node:fs zod fastify kysely #server/services/x.ts #server/db/x.ts #shared/admin/x.ts #shared/content/x.ts',
  ],
  ['server/admin', 'node:fs fastify #server/services/x.ts #server/site/x.ts ../site/x.ts #desktop/x.ts'],
  ['desktop/main', '#server/x.ts #desktop/renderer/x.ts #desktop/preload/x.ts react'],
  ['desktop/preload', '#server/x.ts #desktop/main/x.ts #desktop/renderer/x.ts'],
  ['desktop/renderer', '#server/x.ts #desktop/main/x.ts #desktop/preload/x.ts node:fs electron'],
];

const allowed: [folder: string, modules: string][] = [
  ['shared/kernel', './x.ts zod'],
  ['shared/contract', '#shared/kernel/x.ts ./x.ts zod'],
  ['shared/content', '#shared/kernel/x.ts unist-util-visit'],
  ['shared/workflow', '#shared/kernel/x.ts #shared/content/x.ts'],
  ['shared/workspace', '#shared/kernel/x.ts #shared/contract/x.ts yjs'],
  ['shared/api-client', '#shared/contract/x.ts #shared/kernel/x.ts'],
  ['shared/ui', 'react radix-ui lucide-react'],
  ['shared/admin', 'react zustand #shared/contract/x.ts #shared/ui/x.ts #shared/workspace/x.ts #shared/content/x.ts'],
  ['shared/admin-host', '#shared/admin/x.ts #shared/api-client/x.ts #shared/content/x.ts #shared/workflow/x.ts'],
  ['server/routes', '#shared/contract/x.ts #server/services/x.ts ../services/x.ts fastify node:fs'],
  ['server/services', '#server/repositories/x.ts ../repositories/x.ts #shared/content/x.ts node:crypto'],
  ['server/repositories', '#server/db/x.ts ../db/x.ts kysely better-sqlite3 #shared/contract/x.ts'],
  ['server/db', 'kysely better-sqlite3 node:fs ./x.ts'],
  ['server/site', 'react react-router-dom #shared/contract/x.ts #shared/kernel/x.ts ./x.ts ../x.ts'],
  ['server/admin', 'react #shared/admin/x.ts #shared/admin-host/x.ts #shared/api-client/x.ts'],
  ['desktop/main', 'electron node:fs #shared/contract/x.ts #shared/workspace/x.ts'],
  ['desktop/preload', 'electron #shared/contract/x.ts'],
  ['desktop/renderer', 'react #shared/admin/x.ts #shared/admin-host/x.ts #shared/contract/x.ts'],
];

const diagnosed = z.object({
  diagnostics: z.array(z.object({ message: z.string(), location: z.object({ path: z.string() }) })),
});

let folder: string;
/** File → what the linter said about its one import. */
let said: Map<string, string>;
const specimens = new Map<string, string>();

function specimen(room: string, module: string, name = 'specimen'): string {
  const file = `${room}/${name}-${module.replace(/\W+/g, '-')}-${specimens.size}.ts`;
  specimens.set(file, `import '${module}';\n`);
  return file;
}
const cases = (rows: [string, string][]) =>
  rows.flatMap(([room, modules]) =>
    modules.split(' ').map((module) => ({ room, module, file: specimen(room, module) })),
  );
const tabled = table.map((arrow) => ({ ...arrow, file: specimen(arrow.folder, arrow.module) }));
const refusedCases = cases(refused);
const allowedCases = cases(allowed);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-arrows-'));
  copyFileSync(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
  for (const [file, text] of specimens) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const program = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = [
    '--only=style/noRestrictedImports',
    '--vcs-enabled=false',
    '--reporter=json',
    '--max-diagnostics=none',
  ];
  const { stdout } = spawnSync(process.execPath, [program, 'lint', ...options, '.'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { diagnostics } = diagnosed.parse(JSON.parse(stdout));
  said = new Map(diagnostics.map(({ message, location }) => [location.path, message]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(tabled)('$folder may not import $module', ({ folder: room, file }) => {
  // Where two arrows forbid a module, either may be named.
  expect(tabled.filter((arrow) => arrow.folder === room).map((arrow) => arrow.message)).toContain(said.get(file));
});

test('every arrow is what the linter says of something in its folder', () => {
  const heard = new Set(tabled.map(({ folder: room, file }) => `${room}: ${said.get(file)}`));
  expect(table.filter(({ folder: room, message }) => !heard.has(`${room}: ${message}`))).toEqual([]);
});

describe('as the design says', () => {
  test.each(refusedCases)('$room may not import $module', ({ file }) => {
    expect(said.get(file)).toMatch(/^Arrow: /);
  });
  test.each(allowedCases)('$room may import $module', ({ file }) => {
    expect(said.get(file)).toBeUndefined();
  });
});

test('every arrow says in words what it forbids', () => {
  for (const { message } of table) expect(message).toMatch(/^Arrow: .{20,}\.$/);
});
