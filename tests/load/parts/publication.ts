import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DATABASE_FILE } from '#server/paths.ts';
import { makePublication } from '#server/services/publication/make-publication.ts';
import { dataFolderWith } from '../data-folder.ts';
import { figure, type PartResult, table } from '../report.ts';

const SITES = [500, 10_000, 100_000] as const;
/** The seconds of processor time for a publication of 10,000 posts: readers wait that long for new content. */
const BUDGET = 15;

/**
 * Measures the cost of a publication for sites of three sizes: the same work that the server has done by a separate
 * process.
 */
export async function measurePublication(): Promise<PartResult> {
  const rows: string[][] = [];
  let ofBudget = 0;
  for (const posts of SITES) {
    const dataDir = await dataFolderWith(posts);
    process.stderr.write(`  ${posts} posts\n`);
    const { seconds, work, database } = await measure(dataDir);
    if (posts === 10_000) ofBudget = work;
    const megabytes = [statSync(path.join(dataDir, DATABASE_FILE)).size, database.plainBytes, database.bytes];
    rows.push([
      figure(posts),
      ...megabytes.map((bytes) => figure(bytes / 1e6, 1)),
      figure(work, 1),
      figure(seconds, 1),
    ]);
  }
  const header = [
    'posts',
    'the writer’s MB',
    'published MB',
    'compressed MB',
    'seconds of work',
    'seconds by the clock',
  ];
  return {
    checks: [
      {
        what: 'a publication of 10,000 posts, seconds of the processor’s work',
        budget: `≤ ${BUDGET}`,
        measured: figure(ofBudget, 1),
        isMet: ofBudget <= BUDGET,
      },
    ],
    details: `${table(header, rows)}\n\nThe compressed file goes to the store at each publication, and from it to each reader.`,
  };
}

async function measure(dataDir: string) {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const made = await makePublication({ dataDir, siteId: 'bench', readerSecret: 'x'.repeat(32), now: Date.now() });
  const { user, system } = process.cpuUsage(before);
  for (const each of [made.database, made.due]) if (each) rmSync(each.file, { force: true });
  return {
    seconds: (performance.now() - started) / 1000,
    work: (user + system) / 1e6,
    database: made.database,
  };
}
