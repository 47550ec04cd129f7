import path from 'node:path';
import { requireTool } from '#tests/load/tools.ts';
import { startOpenDoor } from './open-door.ts';
import { type Attack, runScanner, type Target } from './run-scanner.ts';

/** The seconds for one address. */
const ENOUGH = 90;

interface Door {
  what: string;
  /** The path from the root; a `*` marks a place in it to attack. */
  url: string;
  /** Names of the parameters that are attacked. */
  parameters?: string[];
  /** A body, JSON or a form; it makes the request a POST. */
  data?: string;
  method?: 'POST' | 'PUT';
  isJson?: boolean;
  isOwner?: boolean;
}

const DOORS: Door[] = [
  {
    what: 'category, tag, status, cursor, limit and q of GET /api/posts',
    url: '/api/posts?category=technology&tag=a&status=published&cursor=a&limit=5&q=tea',
    parameters: ['category', 'tag', 'status', 'cursor', 'limit', 'q'],
  },
  { what: 'q of GET /api/search', url: '/api/search?q=tea', parameters: ['q'] },
  { what: 'q of GET /search', url: '/search?q=tea', parameters: ['q'] },
  { what: 'category and page of GET /', url: '/?category=technology&page=1', parameters: ['category', 'page'] },
  { what: 'the slug of GET /api/posts/:slug', url: '/api/posts/tea*' },
  {
    what: 'name and message of POST /api/contact',
    url: '/api/contact',
    data: '{"name":"Mira","email":"mira@example.org","subject":"Soup","message":"Hello"}',
    isJson: true,
    parameters: ['name', 'message'],
  },
  {
    what: 'email of POST /api/auth/login',
    url: '/api/auth/login',
    data: '{"email":"mira@example.org","password":"nothing"}',
    isJson: true,
    parameters: ['email'],
  },
  {
    what: 'q, status, category and cursor of GET /api/posts, as the owner',
    url: '/api/posts?q=tea&status=draft&category=technology&cursor=a',
    parameters: ['q', 'status', 'category', 'cursor'],
    isOwner: true,
  },
  {
    what: 'class, event, from, to and cursor of GET /api/audit, as the owner',
    url: '/api/audit?class=action&event=post_saved&from=2026-01-01T00:00:00.000Z&to=2027-01-01T00:00:00.000Z&cursor=a',
    parameters: ['class', 'event', 'from', 'to', 'cursor'],
    isOwner: true,
  },
  {
    what: 'cursor of GET /api/posts/copy, as the owner',
    url: '/api/posts/copy?cursor=a',
    parameters: ['cursor'],
    isOwner: true,
  },
  {
    what: 'email of POST /api/auth/reset',
    url: '/api/auth/reset',
    data: '{"email":"mira@example.org"}',
    isJson: true,
    parameters: ['email'],
  },
  {
    what: 'secret and password of PUT /api/auth/reset',
    url: '/api/auth/reset',
    method: 'PUT',
    data: `{"secret":"${'a'.repeat(43)}","password":"quite a new one"}`,
    isJson: true,
    parameters: ['secret', 'password'],
  },
  {
    what: 'title, slug and categoryId of POST /api/posts/draft, as the owner',
    url: '/api/posts/draft',
    data: '{"title":"Tea","slug":"tea","categoryId":1}',
    isJson: true,
    isOwner: true,
    parameters: ['title', 'slug', 'categoryId'],
  },
];

const FOUND = /identified the following injection point|is vulnerable\.|appears to be '[^']+' injectable/;

/**
 * Runs sqlmap on every kind of parameter that can reach a query, as a reader and as the owner.
 * @throws Error when it does not find the hole of a page that has one, or did not attack its target.
 */
export async function attackWithSqlmap(target: Target): Promise<Attack[]> {
  const open = await startOpenDoor();
  const proof = { what: 'a page with a hole', url: '/?q=tea', parameters: ['q'] };
  const found = await attack(proof, { ...target, address: open.address }).finally(open.stop);
  if (found.findings.length === 0) throw new Error('sqlmap does not find a hole that is there');
  const attacks: Attack[] = [];
  for (const door of DOORS) attacks.push(await attack(door, target));
  return attacks;
}

async function attack(door: Door, target: Target): Promise<Attack> {
  const before = target.requests();
  const { said, isStopped } = await runScanner(requireTool('sqlmap'), argumentsFor(door, target), ENOUGH);
  const findings = said.split('\n').filter((line) => FOUND.test(line) || /^\s+Payload:/.test(line));
  const tried = new Set(said.match(/testing for SQL injection on .*/g)).size;
  const isDone =
    findings.length > 0 || (/do not appear to be injectable/.test(said) && tried >= (door.parameters?.length ?? 1));
  if (!isDone && !isStopped) throw new Error(`sqlmap did not attack ${door.what}:\n${said.slice(-2000)}`);
  const requests = `${target.requests() - before} requests`;
  return {
    what: `sqlmap, ${door.what}`,
    reached: isStopped ? `${requests}, stopped after ${ENOUGH} s` : `${requests}, to its end`,
    findings,
    explained: [],
  };
}

function argumentsFor(
  { url, parameters, data, method = 'POST', isJson, isOwner }: Door,
  { address, cookie, folder }: Target,
): string[] {
  return [
    ...['-u', address + url, '--batch', '--disable-coloring', '--dbms', 'sqlite', '--level', '3', '--risk', '2'],
    // The answer of a rate limit, or a refusal, also counts as an answer.
    ...['--technique', 'BEUST', '--ignore-code', '*', '--timeout', '15', '--retries', '1', '--flush-session'],
    ...['--output-dir', path.join(folder, 'sqlmap')],
    ...(parameters ? ['-p', parameters.join(',')] : []),
    ...(data ? ['--method', method, '--data', data] : []),
    ...(isJson ? ['--headers', 'Content-Type: application/json'] : []),
    ...(isOwner ? ['--cookie', cookie] : []),
  ];
}
