import { setTimeout as wait } from 'node:timers/promises';
import { updateSettings } from '#shared/contract/settings.ts';
import { percentile } from '#tests/load/statistics.ts';
import { askEdge } from './ask-edge.ts';
import { type EdgeStage, slugOf } from './edge-stage.ts';
import type { Edge } from './start-edges.ts';

/** The number of concurrent readers of one edge, and the milliseconds for which each waits before the next page. */
const READERS = 6;
const PAUSE = 15;
/** The seconds before the server dies, and the milliseconds between two checks of search and forms. */
const BEFORE = 3;
const LOOK_EVERY = 5000;
/**
 * The milliseconds within which search and forms must have said that they do not work. A hanging server is only noticed
 * when it has not answered for a while.
 */
const SAID_WITHIN = { killed: 1000, hanging: 15_000 };

/** How the server fails: killed by SIGKILL, or stopped in the middle of everything by SIGSTOP. */
export type Death = 'killed' | 'hanging';

export interface Outage {
  answers: number;
  /** Failed answers to readers, by the edge's name, and the seconds in which there were any. */
  errors: Map<string, number>;
  seconds: Map<string, number>;
  /** In milliseconds: within which 99 of 100 answers came, and the longest. */
  p99: number;
  longest: number;
  /** The longest time, in milliseconds, until search and forms said so. */
  saidWithin: number;
  faults: string[];
}

interface Load {
  readonly outage: Outage;
  /** The milliseconds that each answer took. */
  readonly times: number[];
  isOver: boolean;
}

/** Returns the addresses that readers read: every kind of page, feeds, files, and pictures. */
async function pathsToRead({ originPort }: EdgeStage): Promise<string[]> {
  const pages = [
    '/',
    '/about',
    '/contact',
    '/follow',
    '/archive',
    '/rss.xml',
    '/atom.xml',
    '/sitemap.xml',
    '/robots.txt',
  ];
  const posts = Array.from({ length: 24 }, (_, number) => `/post/${slugOf(number)}`);
  const home = (await askEdge(originPort, '/')).body.toString('utf8');
  const files = [...home.matchAll(/"(\/(?:assets|uploads)\/[^"? ]+)"/g)].map(([, file = '']) => file);
  return [...pages, ...posts, ...new Set(files), '/favicon.ico'];
}

/**
 * Lets readers read all pages at each edge, ends the server, lets them continue for so many seconds, and starts it
 * again.
 */
export async function tryOutage(stage: EdgeStage, death: Death, lasts: number): Promise<Outage> {
  const { origin, edges } = stage;
  const paths = await pathsToRead(stage);
  // Every cached page of the edges is stale when the server fails.
  for (const { port } of edges) for (const path of paths) await askEdge(port, path);
  const outage: Outage = {
    answers: 0,
    errors: new Map(edges.map(({ name }) => [name, 0])),
    seconds: new Map(edges.map(({ name }) => [name, 0])),
    p99: 0,
    longest: 0,
    saidWithin: 0,
    faults: [],
  };
  const load: Load = { outage, times: [], isOver: false };
  const readers = edges.flatMap((edge) => Array.from({ length: READERS }, (_, seed) => read(edge, paths, load, seed)));
  await wait(BEFORE * 1000);
  await origin.client.call(updateSettings, { body: { tagline: `Before it was ${death}` } });
  const pid = await end(stage, death);
  const until = performance.now() + lasts * 1000;
  while (performance.now() < until) {
    for (const edge of edges) await lookAtWhatFails(edge, death, outage);
    await wait(Math.min(LOOK_EVERY, Math.max(0, until - performance.now())));
  }
  if (death === 'killed') await origin.start();
  else process.kill(pid, 'SIGCONT');
  await wait(BEFORE * 1000);
  load.isOver = true;
  await Promise.all(readers);
  outage.p99 = percentile(load.times, 0.99);
  outage.longest = load.times.reduce((most, each) => Math.max(most, each), 0);
  await backToNormal(stage, outage);
  return outage;
}

/** Ends the server; returns its process. */
async function end({ origin }: EdgeStage, death: Death): Promise<number> {
  const { pid } = origin;
  if (death === 'killed') await origin.kill();
  else process.kill(pid, 'SIGSTOP');
  return pid;
}

async function read({ name, port }: Edge, paths: readonly string[], load: Load, seed: number): Promise<void> {
  const { outage, times } = load;
  let at = seed * 7;
  let lastSecond = -1;
  while (!load.isOver) {
    const path = paths[at % paths.length] ?? '/';
    at += 1;
    const answer = await askEdge(port, path, {
      headers: { 'accept-encoding': at % 3 === 0 ? 'identity' : 'gzip' },
    }).catch((error: unknown) => String(error));
    outage.answers += 1;
    if (typeof answer !== 'string' && answer.status === 200 && answer.body.length > 0) times.push(answer.took);
    else {
      outage.errors.set(name, (outage.errors.get(name) ?? 0) + 1);
      const second = Math.floor(performance.now() / 1000);
      if (second !== lastSecond) outage.seconds.set(name, (outage.seconds.get(name) ?? 0) + 1);
      lastSecond = second;
      const said = typeof answer === 'string' ? answer : `${answer.status}`;
      if (outage.faults.length < 20) outage.faults.push(`${name} answered ${path} with ${said}`);
    }
    await wait(PAUSE);
  }
}

/** Search and forms must answer at once with a page of text and 503; a program gets JSON. */
async function lookAtWhatFails({ name, port }: Edge, death: Death, outage: Outage): Promise<void> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const asked = [
    ['search', await askEdge(port, '/search?q=tea'), 'The search does not answer just now.'],
    [
      'contact',
      await askEdge(port, '/contact', { method: 'POST', headers: form, body: 'name=a' }),
      'still in the form',
    ],
  ] as const;
  // A call of the API may take minutes, because it may wait for a model.
  const api = death === 'killed' ? [['the API', await askEdge(port, '/api/posts'), '"origin_away"'] as const] : [];
  for (const [what, { status, body, took, headers }, words] of [...asked, ...api]) {
    outage.saidWithin = Math.max(outage.saidWithin, took);
    const isSaid = status === 503 && body.includes(words) && headers['cache-control'] === 'no-store';
    if (!isSaid) outage.faults.push(`${name}: ${what} answered ${status} and does not say that it does not work`);
    if (took > SAID_WITHIN[death]) outage.faults.push(`${name}: ${what} said so only after ${Math.round(took)} ms`);
  }
}

/** The server is back: a publication must then soon be everywhere, and search must answer. */
async function backToNormal(stage: EdgeStage, outage: Outage): Promise<void> {
  const slug = `after-${performance.now().toFixed(0)}`;
  await stage.post(slug);
  const end = performance.now() + 15_000;
  for (const { name, port } of stage.edges) {
    const isThere = async () => (await askEdge(port, `/post/${slug}`)).status === 200;
    while (!(await isThere()) && performance.now() < end) await wait(50);
    if (!(await isThere())) outage.faults.push(`${name} does not show what was published after the server came back`);
    const { status } = await askEdge(port, '/search?q=text');
    if (status !== 200) outage.faults.push(`${name}: search answers ${status} after the server came back`);
  }
}
