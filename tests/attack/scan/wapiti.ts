import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { requireTool } from '#tests/load/tools.ts';
import { startOpenDoor } from './open-door.ts';
import { type Attack, runScanner, type Target } from './run-scanner.ts';

/** The seconds for crawling, for each kind of attack, and for one answer. */
const CRAWL = 60;
const ATTACK = 40;
const ANSWER = 15;

/**
 * Not included: `ssrf` and `xxe` ask a server on the internet what reached it, `nikto` and `wapp` download their lists
 * from there, `buster` and `brute_login_form` only guess names and passwords.
 */
const MODULES = [
  ...['backup', 'blindsql', 'cookieflags', 'crlf', 'csp', 'exec', 'file', 'htaccess', 'http_headers', 'methods'],
  ...['permanentxss', 'redirect', 'shellshock', 'sql', 'xss'],
];

/** Addresses that no link leads to. */
const DOORS = [
  '/search?q=tea',
  '/?category=technology',
  '/?page=2',
  '/api/posts?category=technology&tag=a&q=tea&limit=5',
  '/api/search?q=tea',
  '/api/posts/featured',
  '/api/categories',
  '/contact',
];

const EXPLAINED = [
  {
    pattern: /X-XSS-Protection/,
    reason: 'the filter it would turn on is gone from browsers, and could be turned against a page while it was there',
  },
  {
    pattern: /Strict-Transport-Security|HSTS/,
    reason:
      'the scan goes over plain http, where browsers ignore it; behind https it is sent (tests/attack/headers.test.ts)',
  },
  {
    pattern: /style-src|unsafe-inline/,
    reason: 'of styles alone, which the interface needs (decision 3); scripts are allowed by hash',
  },
];

const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.array(z.object({ info: z.string(), path: z.string() }))),
  anomalies: z.record(z.string(), z.array(z.object({ info: z.string(), path: z.string() }))),
  infos: z.object({ version: z.string() }),
});

/**
 * Runs Wapiti as a reader: it follows the links, sends the forms, and attacks every parameter it has found.
 * @throws Error when it does not find the holes of a page that has two.
 */
export async function attackWithWapiti({ address, folder, requests }: Target): Promise<Attack[]> {
  const open = await startOpenDoor();
  const proof = await run({ address: open.address, folder, doors: ['/?q=tea'], modules: ['sql', 'xss'] }).finally(
    open.stop,
  );
  for (const kind of ['SQL Injection', 'Cross Site Scripting']) {
    if (!proof.found.some((each) => each.startsWith(kind))) throw new Error(`wapiti does not find ${kind} where it is`);
  }

  const before = requests();
  const { found, said, isStopped, version } = await run({ address, folder, doors: DOORS, modules: MODULES });
  const reasonOf = (finding: string) => EXPLAINED.find(({ pattern }) => pattern.test(finding))?.reason;
  const begun = MODULES.filter((name) => said.includes(`Launching module ${name}`));
  const cut = [...said.matchAll(/Max attack time was reached for module (\w+)/g)].map(([, name]) => name);
  return [
    {
      what: `${version}, as a reader: ${begun.join(', ')}`,
      reached: [
        `${requests() - before} requests`,
        ...(cut.length > 0 ? [`${ATTACK} s were not enough for ${cut.join(', ')}`] : []),
        isStopped ? 'stopped by the clock' : 'to its end',
      ].join(', '),
      findings: found.filter((finding) => reasonOf(finding) === undefined),
      explained: [
        ...new Set(
          found.flatMap((finding) => {
            const reason = reasonOf(finding);
            return reason === undefined ? [] : [`${finding.split(' (')[0]}: ${reason}`];
          }),
        ),
      ],
    },
  ];
}

interface Run {
  address: string;
  folder: string;
  /** The addresses to begin with, from the root. */
  doors: string[];
  modules: string[];
}

async function run({ address, folder, doors, modules }: Run) {
  const report = path.join(folder, 'wapiti.json');
  rmSync(report, { force: true });
  for (const name of ['session', 'config']) mkdirSync(path.join(folder, name), { recursive: true });
  const { said, isStopped } = await runScanner(
    requireTool('wapiti'),
    [
      ...['-u', `${address}/`, '--scope', 'domain', '-d', '3', '--max-links-per-page', '40'],
      ...['--max-files-per-dir', '15', ...doors.flatMap((door) => ['-s', address + door])],
      ...['-m', modules.join(','), '-l', '1', '-t', String(ANSWER), '-v', '1', '--no-bugreport', '--flush-session'],
      ...['--max-scan-time', String(CRAWL), '--max-attack-time', String(ATTACK)],
      ...['--store-session', path.join(folder, 'session'), '--store-config', path.join(folder, 'config')],
      ...['-f', 'json', '-o', report],
    ],
    CRAWL + ATTACK * modules.length + 120,
  );
  if (!existsSync(report)) throw new Error(`wapiti left no report:\n${said.slice(-2000)}`);
  const { vulnerabilities, anomalies, infos } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  const found = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([kind, list]) =>
    list.map(({ info, path: where }) => `${kind}: ${info} (${where})`),
  );
  return { found: [...new Set(found)], said, isStopped, version: infos.version };
}
