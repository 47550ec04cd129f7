import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { startBrowser } from '../browser-process.ts';
import { dataFolderWith } from '../data-folder.ts';
import { startOurServer } from '../our-server.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { runCommand } from '../run-command.ts';
import { median } from '../statistics.ts';

/**
 * Downloaded from the registry when it is first measured, because for everybody else it would be a fifth of the
 * installation.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** The score that each category must have. */
const SCORE = 100;
/**
 * The limits of each page in addition to its scores: the milliseconds until its largest part is there, and how far it
 * moves.
 */
const LIMITS = [
  ['largest-contentful-paint', 'largest contentful paint', 1500, ' ms', 0],
  ['cumulative-layout-shift', 'layout shift', 0.02, '', 3],
] as const;
/** One of the posts that a first start makes, with pictures, a table, code and footnotes. */
const POST = '/post/nine-squares-from-note-to-published-piece';
const PAGES = [
  ['home', '/'],
  ['post page', POST],
  ['category', '/category/technology'],
  ['search', '/search?q=squares'],
] as const;
const TIMES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;

type Scores = Record<(typeof CATEGORIES)[number] | (typeof TIMES)[number], number>;

const reportSchema = z.object({
  runtimeError: z.object({ code: z.string(), message: z.string() }).optional(),
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
});

interface Run {
  scores: Scores;
  /** The audits that a category below 100 has failed, with their titles. */
  failed: string[];
}

/**
 * Runs Lighthouse as for a mobile phone, on the content of a first start; with BENCH_IMPORT, a folder of posts, these
 * are imported first.
 */
export async function measureLighthouse(): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-bench-lighthouse-'));
  try {
    cpSync(await dataFolderWith(0), folder, { recursive: true });
    const { BENCH_IMPORT: posts = '' } = process.env;
    if (posts !== '') await runCommand('cli/import', [path.resolve(posts), '--category', 'technology'], folder);
    return await measurePages(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function measurePages(folder: string): Promise<PartResult> {
  const server = await startOurServer(folder);
  const checks: Check[] = [];
  const rows: string[][] = [];
  const failures = new Set<string>();
  let stored = 0;
  try {
    stored = await countPosts(server.address);
    for (const [name, address] of PAGES) {
      // The site's own address is localhost; under another name its canonical addresses would belong to somebody else.
      const url = `${server.address.replace('127.0.0.1', 'localhost')}${address}`;
      const runs: Run[] = [];
      for (let number = 1; number <= RUNS; number += 1) {
        runs.push(await runOnce(url));
        process.stderr.write(`  ${name}, run ${number}: ${JSON.stringify(runs.at(-1)?.scores)}\n`);
      }
      const middle = (key: keyof Scores) => median(runs.map((run) => run.scores[key]));
      for (const category of CATEGORIES) {
        checks.push({
          what: `Lighthouse mobile, ${name}, ${category}`,
          budget: `≥ ${SCORE}`,
          measured: figure(middle(category)),
          isMet: middle(category) >= SCORE,
        });
      }
      for (const [time, words, limit, unit, digits] of LIMITS) {
        checks.push({
          what: `Lighthouse mobile, ${name}, ${words}`,
          budget: `≤ ${figure(limit, digits)}${unit}`,
          measured: `${figure(middle(time), digits)}${unit}`,
          isMet: middle(time) <= limit,
        });
      }
      const [paint, largest, blocked, shift] = TIMES.map(middle);
      const all = runs.map((run) => run.scores.performance).join(', ');
      rows.push([name, all, figure(paint ?? 0), figure(largest ?? 0), figure(blocked ?? 0), figure(shift ?? 0, 3)]);
      for (const failed of runs.flatMap((run) => run.failed)) failures.add(`${name}: ${failed}`);
    }
  } finally {
    await server.stop();
  }
  const header = ['page', 'performance, each run', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS'];
  const notes = [...failures].map((text) => `- ${text}`).join('\n');
  return {
    checks,
    details: `${table(header, rows)}

Median of ${RUNS} runs of ${LIGHTHOUSE}, each in a new Chromium with an empty profile; Lighthouse’s defaults for mobile (a slow telephone and
4G, simulated), on a site of ${figure(stored)} published posts.${notes === '' ? '' : `\n\nNot perfect in some run:\n\n${notes}`}`,
  };
}

async function countPosts(address: string): Promise<number> {
  const response = await fetch(`${address}${listPosts.path}`);
  const counted = Number(response.headers.get('x-total-count'));
  if (!response.ok || !(counted > 0)) throw new Error(`The posts cannot be counted: ${response.status}`);
  return counted;
}

async function reportOf(url: string, port: number): Promise<z.output<typeof reportSchema>> {
  const options = [`--port=${port}`, '--output=json', '--quiet', '--max-wait-for-load=60000'];
  const args = ['--yes', LIGHTHOUSE, url, ...options, `--only-categories=${CATEGORIES.join(',')}`];
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 64 * 1024 * 1024 });
  return reportSchema.parse(JSON.parse(stdout));
}

async function runOnce(url: string, tries = 3): Promise<Run> {
  const browser = await startBrowser();
  try {
    const lhr = await reportOf(url, browser.port);
    // Lighthouse's own advice for a trace that has lost its beginning, which happens in about one of twenty runs.
    if (lhr.runtimeError?.code === 'NO_NAVSTART' && tries > 1) return await runOnce(url, tries - 1);
    if (lhr.runtimeError) throw new Error(`Lighthouse could not look at ${url}: ${lhr.runtimeError.message}`);
    const percent = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
    const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
    const failed = CATEGORIES.filter((category) => percent(category) < 100).flatMap((category) =>
      (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const audit = lhr.audits[id];
        if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
        return [`${category}: ${audit.title}`];
      }),
    );
    return {
      scores: {
        performance: percent('performance'),
        accessibility: percent('accessibility'),
        'best-practices': percent('best-practices'),
        seo: percent('seo'),
        'first-contentful-paint': value('first-contentful-paint'),
        'largest-contentful-paint': value('largest-contentful-paint'),
        'total-blocking-time': value('total-blocking-time'),
        'cumulative-layout-shift': value('cumulative-layout-shift'),
      },
      failed,
    };
  } finally {
    await browser.stop();
  }
}
