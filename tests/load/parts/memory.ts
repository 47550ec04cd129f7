import { setTimeout as wait } from 'node:timers/promises';
import { dataFolderWith } from '../data-folder.ts';
import { shuffled, timePaths } from '../load-pages.ts';
import { slugOf } from '../make-posts.ts';
import { startOurServer } from '../our-server.ts';
import { residentMemory } from '../process-figures.ts';
import { figure, type PartResult, table } from '../report.ts';
import { seededRandom } from '../vocabulary.ts';

const PAGES = 10_000;
const REQUESTS = 100_000;
const CONNECTIONS = 4;
const BUDGET = 300;

/** Memory after 100,000 requests over 10,000 pages (decision 16). */
export async function measureMemory(): Promise<PartResult> {
  const server = await startOurServer(await dataFolderWith(PAGES));
  try {
    const random = seededRandom(4);
    const rows = [row('after the start', server.pid)];
    const rounds = REQUESTS / PAGES;
    for (let round = 1; round <= rounds; round += 1) {
      const paths = shuffled(PAGES, random).map((number) => `/post/${slugOf(number)}`);
      await timePaths(server.address, paths, {
        connections: CONNECTIONS,
        isPatient: true,
        onProgress: (done) => process.stderr.write(`\r  ${(round - 1) * PAGES + done} of ${REQUESTS} requests`),
      });
      if (round === 1 || round === 5) rows.push(row(`after ${figure(round * PAGES)} requests`, server.pid));
    }
    process.stderr.write('\n');
    const { now } = residentMemory(server.pid);
    rows.push(row(`after ${figure(REQUESTS)} requests`, server.pid));
    await wait(5000);
    rows.push(row('five seconds later', server.pid));
    return {
      checks: [
        {
          what: `memory after ${figure(REQUESTS)} requests over ${figure(PAGES)} pages`,
          budget: `≤ ${BUDGET} MB RSS`,
          measured: `${figure(now)} MB`,
          isMet: now <= BUDGET,
        },
      ],
      details: `${table(['when', 'RSS MB', 'most so far MB'], rows)}

Every post page ${rounds} times, shuffled anew each time, ${CONNECTIONS} at a time, Brotli. The pages are more than the cache may hold (33.6 MB), so
some are rendered again and again. MB are 10⁶ bytes, as the kernel counts the process with its threads.`,
    };
  } finally {
    await server.stop();
  }
}

function row(when: string, pid: number): string[] {
  const { now, peak } = residentMemory(pid);
  return [when, figure(now), figure(peak)];
}
