import { setTimeout as wait } from 'node:timers/promises';
import { dataFolderWith } from '../data-folder.ts';
import { shuffled, timePaths } from '../load-pages.ts';
import { slugOf } from '../make-posts.ts';
import { limitMemory, MEMORY_GIVEN, type MemoryLimit } from '../memory-limit.ts';
import { startOurServer } from '../our-server.ts';
import { residentMemory } from '../process-figures.ts';
import { figure, type PartResult, table } from '../report.ts';
import { seededRandom } from '../vocabulary.ts';

const PAGES = 10_000;
const REQUESTS = 100_000;
/**
 * Without a limit the process has all the memory it will need after every page was requested once; the second round
 * shows that.
 */
const UNLIMITED_REQUESTS = 20_000;
const CONNECTIONS = 4;
const BUDGET = 300;

/** Measures the memory after 100,000 requests over 10,000 pages, in a server that has 1 GiB (decision 16). */
export async function measureMemory(): Promise<PartResult> {
  const limit = limitMemory(MEMORY_GIVEN);
  try {
    const limited = limit ? await measure(REQUESTS, limit) : null;
    const unlimited = await measure(limited ? UNLIMITED_REQUESTS : REQUESTS, null);
    const { now } = limited ?? unlimited;
    return {
      checks: [
        {
          what: `memory after ${figure(REQUESTS)} requests over ${figure(PAGES)} pages`,
          budget: `≤ ${BUDGET} MB RSS`,
          measured: `${figure(now)} MB`,
          isMet: now <= BUDGET,
        },
      ],
      details: `${limited ? `Given 1 GiB and one heap for all threads, as the unit and the compose file do:\n\n${limited.table}\n\nGiven the whole machine, for comparison:` : 'Given the whole machine (no limit could be set here):'}

${unlimited.table}

Every post page again and again, shuffled anew each time, ${CONNECTIONS} at a time, Brotli. The pages are more than the cache may hold (33.6 MB), so
some are rendered again and again. MB are 10⁶ bytes, as the kernel counts the process with its threads.`,
    };
  } finally {
    limit?.remove();
  }
}

async function measure(requests: number, limit: MemoryLimit | null): Promise<{ now: number; table: string }> {
  const server = await startOurServer(await dataFolderWith(PAGES), {}, undefined, limit);
  try {
    const random = seededRandom(4);
    const rows = [row('after the start', server.pid)];
    const rounds = requests / PAGES;
    for (let round = 1; round <= rounds; round += 1) {
      const paths = shuffled(PAGES, random).map((number) => `/post/${slugOf(number)}`);
      await timePaths(server.address, paths, {
        connections: CONNECTIONS,
        isPatient: true,
        onProgress: (done) => process.stderr.write(`\r  ${(round - 1) * PAGES + done} of ${requests} requests`),
      });
      if (round === 1 || round === 5) rows.push(row(`after ${figure(round * PAGES)} requests`, server.pid));
    }
    process.stderr.write('\n');
    const { now } = residentMemory(server.pid);
    rows.push(row(`after ${figure(requests)} requests`, server.pid));
    await wait(5000);
    rows.push(row('five seconds later', server.pid));
    return { now, table: table(['when', 'RSS MB', 'most so far MB'], rows) };
  } finally {
    await server.stop();
  }
}

function row(when: string, pid: number): string[] {
  const { now, peak } = residentMemory(pid);
  return [when, figure(now), figure(peak)];
}
