import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';

// The table of arrows says which room may import which other rooms. `npm run check` and tests/architecture check the
// code against it.

const packages = (names: string) => ({ path: `^node_modules/(${names})/` });

/** Groups of packages that an arrow can refuse. */
const PACKAGES = {
  node: { dependencyTypes: ['core'] },
  server: packages('fastify|@fastify/[^/]+|better-sqlite3|kysely|sharp'),
  electron: packages('electron'),
  interface: packages('react|react-dom|react-router-dom|zustand|@tanstack/[^/]+|radix-ui'),
  database: packages('kysely|better-sqlite3'),
  http: packages('fastify|@fastify/[^/]+'),
  zod: packages('zod'),
  query: packages('@tanstack/[^/]+'),
  react: packages('react|react-dom'),
  router: packages('react-router|react-router-dom'),
};

/** A room: its folder, what it may import besides its own folder, what it may not, and the reason. */
interface Arrow {
  room: string;
  /** Rooms of the project that it may import: beginnings of paths, as regular expressions. */
  rooms: string[];
  /** Groups of packages that it may not import; all other packages are allowed. */
  not: (keyof typeof PACKAGES)[];
  says: string;
}

export const ARROWS: Arrow[] = [
  {
    room: 'shared/kernel',
    rooms: [],
    not: ['node', 'server', 'electron', 'interface'],
    says: 'kernel is the ground floor: it imports no other room and is pure',
  },
  {
    room: 'shared/contract',
    rooms: ['shared/kernel/'],
    not: ['node', 'server', 'electron', 'interface'],
    says: 'contract imports kernel alone and is pure',
  },
  {
    room: 'shared/content',
    rooms: ['shared/kernel/'],
    not: ['node', 'server', 'electron', 'interface'],
    says: 'content imports kernel alone and is pure',
  },
  {
    room: 'shared/workflow',
    rooms: ['shared/kernel/', 'shared/content/'],
    not: ['node', 'server', 'electron', 'interface'],
    says: 'workflow imports kernel and content alone and is pure',
  },
  {
    room: 'shared/workspace',
    rooms: ['shared/kernel/', 'shared/contract/', 'shared/content/'],
    not: ['node', 'server', 'electron', 'interface'],
    says: 'workspace imports kernel, contract and content alone and is pure',
  },
  {
    room: 'shared/runs',
    rooms: ['shared/kernel/', 'shared/contract/', 'shared/content/', 'shared/workflow/', 'shared/workspace/'],
    not: ['node', 'server', 'electron', 'interface'],
    says: 'runs drives the workflow into workspace documents, in whatever host: it is pure',
  },
  {
    room: 'shared/api-client',
    rooms: ['shared/kernel/', 'shared/contract/'],
    not: ['node', 'server', 'electron', 'interface'],
    says: 'contract → api-client → admin',
  },
  {
    room: 'shared/ui',
    rooms: ['shared/kernel/'],
    not: ['node', 'server', 'electron'],
    says: 'ui knows looks, not data',
  },
  {
    room: 'shared/admin',
    rooms: [
      'shared/kernel/',
      'shared/contract/',
      'shared/content/',
      'shared/workflow/',
      'shared/workspace/',
      'shared/runs/',
      'shared/ui/',
      'shared/api-client/(?!http\\.ts)',
    ],
    not: ['node', 'server', 'electron'],
    says: 'the admin reaches the outside through its ports only',
  },
  {
    room: 'shared/admin-host',
    rooms: ['shared/'],
    not: ['node', 'server', 'electron'],
    says: 'shared runs anywhere; hosts import shared',
  },
  {
    room: 'server/routes',
    rooms: ['shared/(?!admin|ui)', 'server/(?!routes|db|repositories|site|admin|cli)'],
    not: ['database'],
    says: 'routes → services → repositories → db: a route calls services',
  },
  {
    room: 'server/services',
    rooms: ['shared/(?!admin|ui)', 'server/(?!routes|site|admin|cli)'],
    not: ['http', 'database'],
    says: 'routes → services → repositories → db: a service knows neither HTTP nor SQL',
  },
  {
    room: 'server/repositories',
    rooms: ['shared/(?!admin|ui)', 'server/(?!routes|services|site|admin|cli)'],
    not: ['http'],
    says: 'routes → services → repositories → db: nothing imports back',
  },
  {
    room: 'server/db',
    rooms: ['shared/(?!admin|ui)', 'server/(?!routes|services|repositories|site|admin|cli)'],
    not: ['http'],
    says: 'routes → services → repositories → db: nothing imports back',
  },
  {
    room: 'server/site',
    // The search of a published site needs the part of the content about words. This part is small, and renders no
    // text.
    rooms: ['shared/(?!admin|content/(?!search/)|workflow)', 'server/paths\\.ts'],
    not: ['node', 'server', 'electron', 'zod', 'query', 'router'],
    says: 'the reading site runs in a reader’s browser: no server, admin, editor, router or zod code may reach it',
  },
  {
    room: 'server/admin',
    rooms: ['shared/'],
    not: ['node', 'server', 'electron'],
    says: 'the browser entry of the admin mounts shared/admin and fills its ports',
  },
  {
    room: 'desktop/main',
    rooms: ['shared/'],
    not: ['react'],
    says: 'main ↔ preload ↔ renderer meet in the table of channels only',
  },
  {
    room: 'desktop/preload',
    rooms: ['shared/'],
    not: [],
    says: 'main ↔ preload ↔ renderer meet in the table of channels only',
  },
  {
    room: 'desktop/renderer',
    rooms: ['shared/'],
    not: ['node', 'server', 'electron'],
    says: 'main ↔ preload ↔ renderer meet in the table of channels only',
  },
];

const TESTS = '\\.test\\.tsx?$';

/** The rows of the table as rules of dependency-cruiser. */
const arrows = ARROWS.flatMap(({ room, rooms, not, says }) => {
  const rule = (name: string, to: object) => ({
    name: `${room} ${name}`,
    comment: says,
    severity: 'error' as const,
    from: { path: `^${room}/`, pathNot: TESTS },
    to,
  });
  const open = ['shared/globals\\.d\\.ts', `${room}/`, ...rooms];
  return [
    rule('and other rooms', { path: '^(shared|server|desktop|tests|scripts)/', pathNot: `^(${open.join('|')})` }),
    ...not.map((group) => rule(`and ${group}`, PACKAGES[group])),
  ];
});

/**
 * The server's folder also holds code that runs in a browser: these rules say which of its files may import which side.
 */
const sides = [
  {
    name: 'server and browser',
    comment: 'what lies in a folder `browser` never runs on the server',
    severity: 'error' as const,
    from: { path: '^server/', pathNot: ['^server/(site|admin)/', TESTS] },
    to: { path: '^server/.*/browser/' },
  },
  {
    name: 'site and site/server',
    comment: 'what the browser loads too holds nothing that the server alone needs',
    severity: 'error' as const,
    from: { path: '^server/site/', pathNot: ['^server/site/server/', TESTS] },
    to: { path: '^server/site/server/' },
  },
];

/** Rooms of the admin of which one is built on the other. */
const adminRooms = [
  {
    name: 'posts and prompts',
    comment: 'the chained prompts write posts; posts know of them no more than the port `PostAutomation` says',
    severity: 'error' as const,
    from: { path: '^shared/admin/posts/', pathNot: TESTS },
    to: { path: '^shared/admin/prompts/' },
  },
];

const configuration: IConfiguration = {
  forbidden: [
    ...arrows,
    ...sides,
    ...adminRooms,
    {
      name: 'no circle',
      comment: 'files that import each other in a circle, types included, can only be understood together',
      severity: 'error' as const,
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // TypeScript 7 has no API for other programs, so dependency-cruiser parses with swc.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|out|fixtures)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};

/** The folders that the table covers. */
const FOLDERS = ['shared', 'server', 'desktop'];

/**
 * Returns the files of the folders without tests. No rule covers tests and nothing imports them, and they are half of
 * all files.
 */
function filesIn(baseDir: string): string[] {
  return FOLDERS.filter((folder) => existsSync(path.join(baseDir, folder))).flatMap((folder) =>
    readdirSync(path.join(baseDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !new RegExp(TESTS).test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
}

/**
 * Reads every import in the folders, including imports of types.
 * @param baseDir the parent of the folders; the repository when absent
 * @returns a line for each import that breaks a rule: the rule, both files and the reason
 */
export async function brokenArrows(baseDir = process.cwd()): Promise<string[]> {
  const { options, forbidden = [] } = configuration;
  const { output } = await cruise(filesIn(baseDir), { ...options, baseDir, ruleSet: { forbidden }, validate: true });
  const reasons = new Map(forbidden.map((rule) => [rule.name, rule.comment]));
  const { modules, summary } = output as ICruiseResult;
  return [...summary.violations, ...circlesThroughTypes(baseDir, modules)].map(
    ({ rule, from, to }) => `${rule.name}: ${from} imports ${to}: ${reasons.get(rule.name)}`,
  );
}

/** Returns circles closed by a type such as `typeof import('./post.tsx')`, which dependency-cruiser skips. */
function circlesThroughTypes(baseDir: string, modules: ICruiseResult['modules']) {
  const imports = new Map(
    modules.map(({ source, dependencies }) => [source, new Set(dependencies.map(({ resolved }) => resolved))]),
  );
  const edges = modules.flatMap(({ source: from }) => {
    if (!FOLDERS.some((folder) => from.startsWith(`${folder}/`))) return [];
    const text = readFileSync(path.join(baseDir, from), 'utf8');
    return [...text.matchAll(/\bimport\('([.#][^']+)'\)/g)].map(([, name = '']) => {
      const to = name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(from), name);
      return { rule: { name: 'no circle' }, from, to };
    });
  });
  for (const { from, to } of edges) imports.get(from)?.add(to);
  const reachedFrom = (file: string, reached = new Set<string>()): Set<string> => {
    for (const next of imports.get(file) ?? []) if (!reached.has(next)) reachedFrom(next, reached.add(next));
    return reached;
  };
  return edges.filter(({ from, to }) => reachedFrom(to).has(from));
}

if (import.meta.main) {
  const broken = await brokenArrows();
  for (const line of broken) console.error(line);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
