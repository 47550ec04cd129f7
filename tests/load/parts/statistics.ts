import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { ranges } from '#shared/contract/statistics.ts';
import { signInOwner } from '#tests/faults/owner.ts';
import { dataFolderWith } from '../data-folder.ts';
import { fillStatistics } from '../fill-statistics.ts';
import { HOLD_BUDGET, longestHold } from '../loop-hold.ts';
import { startOurServer } from '../our-server.ts';
import { ownerOf } from '../owner-of.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { percentile } from '../statistics.ts';

const POSTS = 2000;
const YEARS = 5;
const READINGS = 1000;
const TIMES = 20;
const BUDGET = { megabytes: 50, screen: 200 } as const;

/** Each call of the screen, also for single posts, categories and tags. */
const CALLS = [
  ...['readings', 'posts', 'referrers', 'searches', 'missing', 'niches', 'followers'],
  ...['readings?post=1', 'referrers?post=1', 'readings?category=1', 'posts?category=1', 'referrers?category=1'],
];

/** Measures the size of five years of statistics, and how long the owner waits for them. */
export async function measureStatistics(): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-bench-statistics-'));
  try {
    cpSync(await dataFolderWith(POSTS), folder, { recursive: true });
    const { megabytes, rows } = await fill(folder);
    const credentials = await ownerOf(folder);
    const server = await startOurServer(folder, { TRUST_PROXY: '127.0.0.1' });
    try {
      const owner = await signInOwner(() => server.address, { isMany: true, credentials });
      await longestHold(server);
      const times = new Map<string, number[]>();
      let held = 0;
      for (const call of CALLS) {
        process.stderr.write(`  ${call}\n`);
        for (const range of ranges) {
          const [name, query = ''] = call.split('?');
          const address = `/api/statistics/${name}?range=${range}${query && `&${query}`}`;
          const took: number[] = [];
          for (let time = 0; time < TIMES; time += 1) {
            const started = performance.now();
            const answer = await owner.fetch(address);
            if (answer.status !== 200) throw new Error(`${address} was answered with ${answer.status}`);
            await answer.text();
            took.push(performance.now() - started);
          }
          times.set(`${call} ${range}`, took);
        }
        held = Math.max(held, await longestHold(server));
      }
      return report({ megabytes, rows, times, held });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(folder: string) {
  const database = openDatabase(path.join(folder, DATABASE_FILE));
  try {
    const ids = database.sqlite.prepare('select id from blog_posts order by id').pluck().all() as number[];
    fillStatistics(database, { now: Date.now(), years: YEARS, readingsADay: READINGS, postIds: ids });
    const taken = database.sqlite
      .prepare("select name, sum(pgsize) as bytes from dbstat where name like 'statistics_%' group by name")
      .all() as { name: string; bytes: number }[];
    const rows = taken.map(({ name, bytes }) => ({
      name,
      bytes,
      rows: Number(database.sqlite.prepare(`select count(*) from ${name}`).pluck().get()),
    }));
    const megabytes = taken.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
    return { megabytes, rows };
  } finally {
    await database.close();
  }
}

interface Measured {
  megabytes: number;
  rows: { name: string; bytes: number; rows: number }[];
  times: ReadonlyMap<string, number[]>;
  held: number;
}

function report({ megabytes, rows, times, held }: Measured): PartResult {
  const slowest = [...times]
    .map(([call, took]) => ({ call, p95: percentile(took, 0.95) }))
    .sort((a, b) => b.p95 - a.p95);
  const [worst] = slowest;
  if (!worst) throw new Error('Nothing was measured');
  const checks: Check[] = [
    {
      what: `${YEARS} years of ${figure(READINGS)} readings a day`,
      budget: `≤ ${BUDGET.megabytes} MB`,
      measured: `${figure(megabytes, 1)} MB`,
      isMet: megabytes <= BUDGET.megabytes,
    },
    {
      what: `a call of the screen, p95 of the slowest (${worst.call})`,
      budget: `≤ ${BUDGET.screen} ms`,
      measured: `${figure(worst.p95)} ms`,
      isMet: worst.p95 <= BUDGET.screen,
    },
    {
      what: 'the event loop meanwhile, held at the most',
      budget: `≤ ${HOLD_BUDGET.anything} ms`,
      measured: `${figure(held)} ms`,
      isMet: held <= HOLD_BUDGET.anything,
    },
  ];
  const tables = table(
    ['table', 'rows', 'MB'],
    rows.map(({ name, rows: count, bytes }) => [name, figure(count), figure(bytes / 1_000_000, 1)]),
  );
  const calls = table(
    ['the slowest calls', 'p95 ms'],
    slowest.slice(0, 6).map(({ call, p95 }) => [call, figure(p95, 1)]),
  );
  return {
    checks,
    details: `${figure(POSTS)} posts, read as Zipf’s law has it; half of the readings name one of 400 sites.\n\n${tables}\n\n${calls}`,
  };
}
