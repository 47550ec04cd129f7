import { dataFolderWith } from '../data-folder.ts';
import { shuffled, timePaths } from '../load-pages.ts';
import { slugOf } from '../make-posts.ts';
import { startOurServer } from '../our-server.ts';
import { cpuSeconds } from '../process-figures.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { percentile } from '../statistics.ts';
import { seededRandom } from '../vocabulary.ts';

const POSTS = 10_000;
const BUDGET = 20;

/** Measures pages that are in no cache: each address is requested once. */
export async function measureFresh(): Promise<PartResult> {
  const server = await startOurServer(await dataFolderWith(POSTS));
  try {
    const order = shuffled(POSTS, seededRandom(2)).map((number) => `/post/${slugOf(number)}`);
    const lists = shuffled(800, seededRandom(3)).map((number) => `/?page=${number + 2}`);
    // A server that has just been started first compiles its code; that is measured as the cold start.
    await timePaths(server.address, [...order.slice(0, 500), ...lists.slice(0, 100)]);
    const runs = [
      { name: 'post pages, one at a time', paths: order.slice(500, 3500), connections: 1, isBudgeted: true },
      {
        name: 'list pages (`/?page=N`), one at a time',
        paths: lists.slice(100),
        connections: 1,
        isBudgeted: true,
      },
      { name: 'post pages, 4 at a time', paths: order.slice(3500, 7500), connections: 4, isBudgeted: false },
    ];
    const rows: string[][] = [];
    const checks: Check[] = [];
    for (const { name, paths, connections, isBudgeted } of runs) {
      const started = performance.now();
      const cpuBefore = cpuSeconds(server.pid);
      const took = (await timePaths(server.address, paths, { connections })).map((timing) => timing.took);
      const rate = paths.length / ((performance.now() - started) / 1000);
      const p99 = percentile(took, 0.99);
      const cpu = ((cpuSeconds(server.pid) - cpuBefore) * 1000) / paths.length;
      const figures = [percentile(took, 0.5), percentile(took, 0.9), p99, Math.max(...took), cpu];
      rows.push([name, figure(paths.length), ...figures.map((value) => figure(value, 1)), figure(rate)]);
      if (!isBudgeted) continue;
      checks.push({
        what: `${name.replace(', one at a time', '')} rendered anew, ${figure(POSTS)} posts stored`,
        budget: 'p99 ≤ 20 ms',
        measured: `${figure(p99, 1)} ms`,
        isMet: p99 <= BUDGET,
      });
    }
    return {
      checks,
      details: `${table(['pages', 'asked for', 'median ms', 'p90 ms', 'p99 ms', 'slowest ms', 'CPU ms a page', 'pages/s'], rows)}

Every address once, so none is in the cache; time from asking to the last byte, seen by a client on the same machine,
Brotli included. 600 other pages before, so that the code is compiled. With 4 at a time each waits for the three before
it: that row tells what the server can do, not what a page takes.`,
    };
  } finally {
    await server.stop();
  }
}
