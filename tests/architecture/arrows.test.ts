import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWhole } from '#tests/share.ts';
import { ARROWS, brokenArrows } from '../../scripts/arrows.ts';

// The table of arrows, checked against the code, and tried on files that break it.

// `npm test` checks the project with the command itself (scripts/arrows.ts).
test.each(isWhole ? ['the project'] : [])('no import of %s breaks an arrow or closes a circle', async () => {
  expect(await brokenArrows()).toEqual([]);
});

/**
 * The modules that a room may not import: written out a second time, so that an arrow that is lost from the table is
 * noticed.
 */
const refused: [room: string, modules: string][] = [
  ['shared/kernel', 'node:fs electron fastify kysely react #shared/contract/x.ts #server/x.ts #desktop/main/x.ts'],
  ['shared/contract', 'node:fs electron fastify react #shared/content/x.ts #shared/admin/x.ts #server/x.ts'],
  ['shared/content', 'node:fs electron react react-dom #shared/contract/x.ts #shared/ui/x.ts #server/x.ts'],
  ['shared/workflow', 'node:fs electron react zustand #shared/api-client/x.ts #shared/admin/x.ts #server/x.ts'],
  ['shared/workspace', 'node:fs electron react zustand #shared/api-client/x.ts #shared/admin/x.ts #server/x.ts'],
  ['shared/runs', 'node:fs fastify electron react #shared/admin/x.ts #shared/api-client/x.ts #server/x.ts'],
  ['shared/api-client', 'node:fs electron react #shared/admin/x.ts #shared/content/x.ts #server/x.ts'],
  ['shared/ui', 'node:fs electron #shared/contract/x.ts #shared/api-client/x.ts #shared/admin/x.ts #server/x.ts'],
  ['shared/admin', 'node:fs electron #server/site/x.ts #desktop/main/x.ts #tests/x.ts #shared/api-client/http.ts'],
  ['shared/admin', '#shared/admin-host/x.ts'],
  ['shared/admin-host', 'node:fs electron #server/x.ts #desktop/main/x.ts #tests/x.ts'],
  ['server/routes', '#server/repositories/x.ts #server/db/x.ts kysely better-sqlite3 #desktop/main/x.ts'],
  ['server/services', '#server/routes/x.ts #server/site/x.ts fastify kysely better-sqlite3 #desktop/main/x.ts'],
  ['server/repositories', '#server/services/x.ts ../services/x.ts #server/routes/x.ts fastify #desktop/main/x.ts'],
  ['server/db', '#server/repositories/x.ts ../repositories/x.ts #server/services/x.ts #server/routes/x.ts'],
  ['server/site', 'node:fs zod fastify kysely #server/services/x.ts #server/db/x.ts #shared/admin/x.ts'],
  ['server/site', '#shared/content/x.ts react-router-dom'],
  ['server/admin', 'node:fs fastify #server/services/x.ts #server/site/x.ts ../site/x.ts #desktop/main/x.ts'],
  ['desktop/main', '#server/x.ts #desktop/renderer/x.ts #desktop/preload/x.ts react'],
  ['desktop/preload', '#server/x.ts #desktop/main/x.ts #desktop/renderer/x.ts'],
  ['desktop/renderer', '#server/x.ts #desktop/main/x.ts #desktop/preload/x.ts node:fs electron'],
];

/** The same for the two sides of the server's folder, and for rooms of the admin, each with the name of the rule. */
const refusedSides: [rule: string, room: string, modules: string][] = [
  ['server and browser', 'server', '#server/site/browser/x.ts ./site/browser/deep/x.ts #server/admin/browser/x.ts'],
  ['server and browser', 'server/http/pages', '#server/site/browser/x.ts ../../admin/browser/x.ts'],
  ['site and site/server', 'server/site/pages', '#server/site/server/x.ts ../server/x.ts'],
  ['site and site/server', 'server/site/browser', '../server/x.ts'],
  ['posts and prompts', 'shared/admin/posts/list', '#shared/admin/prompts/x.ts ../../prompts/runs/x.ts'],
];

const allowed: [room: string, modules: string][] = [
  ['shared/kernel', './x.ts zod'],
  ['shared/contract', '#shared/kernel/x.ts ./x.ts zod'],
  ['shared/workspace', '#shared/kernel/x.ts #shared/contract/x.ts zod'],
  ['shared/runs', '#shared/workflow/x.ts #shared/workspace/x.ts #shared/contract/x.ts'],
  ['shared/ui', 'react radix-ui'],
  ['shared/admin', 'react zustand #shared/contract/x.ts #shared/ui/x.ts #shared/api-client/x.ts'],
  ['shared/admin/prompts', '#shared/admin/posts/x.ts ../posts/x.ts'],
  ['shared/admin-host', '#shared/admin/x.ts #shared/api-client/http.ts'],
  ['server/routes', '#shared/contract/x.ts #server/services/x.ts ../services/x.ts fastify node:fs'],
  ['server/services', '#server/repositories/x.ts ../repositories/x.ts #shared/content/x.ts node:crypto'],
  ['server/repositories', '#server/db/x.ts ../db/x.ts kysely better-sqlite3 #shared/contract/x.ts'],
  ['server/db', 'kysely better-sqlite3 node:fs ./x.ts'],
  ['server/site', 'react #shared/contract/x.ts #shared/kernel/x.ts ./x.ts'],
  ['server/http/pages', '#server/site/server/x.ts #server/site/x.ts'],
  ['server/site/server', '../browser/x.ts ../x.ts'],
  ['server/site/pages', '../browser/x.ts'],
  ['server/admin', 'react #shared/admin/x.ts #shared/admin-host/x.ts #shared/api-client/x.ts'],
  ['desktop/main', 'electron node:fs #shared/contract/x.ts #shared/workspace/x.ts'],
  ['desktop/preload', 'electron #shared/contract/x.ts'],
  ['desktop/renderer', 'react #shared/admin/x.ts #shared/admin-host/x.ts #shared/contract/x.ts'],
];

describe('tried on a project of small files', () => {
  let project: string;
  let broken: string[];
  let written = 0;

  const write = (file: string, text: string) => {
    mkdirSync(path.join(project, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  };
  const specimens = (rows: [string, string][]) =>
    rows.flatMap(([room, modules]) =>
      modules.split(' ').map((module) => {
        written += 1;
        return { room, module, file: `${room}/imports-${written}.ts` };
      }),
    );
  const refusedCases = specimens(refused);
  const refusedSideCases = refusedSides.flatMap(([rule, room, modules]) =>
    specimens([[room, modules]]).map((specimen) => ({ rule, ...specimen })),
  );
  const allowedCases = specimens(allowed);

  beforeAll(async () => {
    project = mkdtempSync(path.join(tmpdir(), 'ninefold-arrows-'));
    const tops = ['shared', 'server', 'desktop', 'tests'];
    write(
      'package.json',
      JSON.stringify({ imports: Object.fromEntries(tops.map((top) => [`#${top}/*`, `./${top}/*`])) }),
    );
    for (const { room, module, file } of [...refusedCases, ...refusedSideCases, ...allowedCases]) {
      write(file, `import '${module}';\n`);
      if (module.startsWith('#')) write(module.slice(1), 'export {};\n');
      else if (module.startsWith('.')) write(path.join(room, module), 'export {};\n');
      else if (!module.startsWith('node:')) write(`node_modules/${module}/index.js`, '');
    }
    write('shared/kernel/one.ts', "import type { Two } from './two.ts';\nexport type One = Two;\n");
    write('shared/kernel/two.ts', "import type { One } from './one.ts';\nexport type Two = One | null;\n");
    write('shared/kernel/three.ts', "export type Three = typeof import('./four.ts');\n");
    write('shared/kernel/four.ts', "import type { Three } from './three.ts';\nexport type Four = Three | null;\n");
    write('shared/kernel/x.test.ts', "import '#server/x.ts';\n");
    broken = await brokenArrows(project);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  const said = (file: string) => broken.filter((line) => line.includes(`: ${file} imports `));

  test.each(refusedCases)('$room may not import $module', ({ room, file }) => {
    expect(said(file).join('\n')).toContain(`${room} `);
  });
  test.each(refusedSideCases)('$rule: $room may not import $module', ({ rule, file }) => {
    expect(said(file).join('\n')).toContain(`${rule}: `);
  });
  test.each(allowedCases)('$room may import $module', ({ file }) => {
    expect(said(file)).toEqual([]);
  });
  test('two files that import a type of each other are a circle, however the type is written', () => {
    expect(broken.filter((line) => line.startsWith('no circle'))).toEqual([
      expect.stringContaining('shared/kernel/two.ts'),
      expect.stringContaining('shared/kernel/three.ts imports shared/kernel/four.ts'),
    ]);
  });
  test('a test may import what it tests with', () => {
    expect(said('shared/kernel/x.test.ts')).toEqual([]);
  });
  test('every room of the table is tried', () => {
    expect(new Set(refused.map(([room]) => room))).toEqual(new Set(ARROWS.map(({ room }) => room)));
  });
});
