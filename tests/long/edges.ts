import { table } from '#tests/load/report.ts';
import { percentile } from '#tests/load/statistics.ts';
import { type EdgeFigure, measureEdges } from './edges/edge-figures.ts';
import { openEdgeStage } from './edges/edge-stage.ts';
import { ignorePurges } from './edges/ignoring.ts';
import { type Death, type Outage, tryOutage } from './edges/outage.ts';
import { crawlAsOwner, tryDoors } from './edges/owner-crawl.ts';
import { type Publications, watchPublications } from './edges/publications.ts';
import { readWithoutServer } from './edges/readers-browser.ts';
import { type Proof, withFaults } from './proof.ts';

const PUBLICATIONS = 20;
/** How long the server is dead, and how long it hangs, in seconds: `EDGE_OUTAGE_SECONDS=60` for a short run. */
const DEAD = Number(process.env.EDGE_OUTAGE_SECONDS ?? 600);
const HANGING = Math.min(30, DEAD);

/**
 * Three edges in front of one server: a publication is shown within a second, and no reader notices the server's death.
 */
export const edges: Proof = {
  async run() {
    const stage = await openEdgeStage();
    const faults: string[][] = [];
    const note = (what: string, found: readonly string[]) => {
      process.stderr.write(`  ${what}: ${found.length === 0 ? 'as it should be' : found.slice(0, 10).join('; ')}\n`);
      faults.push([...found]);
    };
    try {
      note('an edge that ignores what it is told', await ignorePurges(stage));
      const published = await watchPublications(stage, PUBLICATIONS);
      note('publications', published.faults);
      note('doors', await tryDoors(stage));
      const killed = await tryOutage(stage, 'killed', DEAD);
      note('killed', killed.faults);
      const hanging = await tryOutage(stage, 'hanging', HANGING);
      note('hanging', hanging.faults);
      const figures = await measureEdges(stage);
      const crawl = await crawlAsOwner(stage);
      note('cookies and headers', crawl.faults);
      note('a reader’s browser without a server', await readWithoutServer(stage));
      const all = faults.flat();
      const details = [
        publishedLine(published),
        `- ${crawl.asked.toLocaleString('en-US')} requests with every combination of cookies and headers: no page of the owner's, no draft was kept.`,
        outageLine('killed', DEAD, killed),
        outageLine('hanging', HANGING, hanging),
        figureTable(figures),
      ].join('\n');
      return {
        passed: faults.filter((found) => found.length === 0).length,
        failed: faults.filter((found) => found.length > 0).length,
        details: withFaults(
          details,
          all.map((fault) => `- ${fault}`),
        ),
      };
    } finally {
      await stage.close();
    }
  },
};

function publishedLine({ times }: Publications): string {
  const rows = [...times].map(
    ([name, each]) => `${name} ${Math.round(percentile(each, 0.5))} / ${Math.round(Math.max(...each))} ms`,
  );
  return `- Until a publication, a new title or a removal shows after the server itself shows it, median / longest: ${rows.join(', ')}.`;
}

function outageLine(
  death: Death,
  seconds: number,
  { answers, errors, seconds: bad, p99, longest, saidWithin }: Outage,
): string {
  const sum = (map: ReadonlyMap<string, number>) => [...map.values()].reduce((total, each) => total + each, 0);
  const how =
    death === 'killed' ? 'killed by SIGKILL' : 'stopped by SIGSTOP, so that it takes connections and answers nothing';
  // A hanging server is not tested with a call of the API, which may have to wait for a model.
  const saying = death === 'killed' ? 'Search, forms and the API' : 'Search and forms';
  return `- The server ${how} for ${seconds} s, ${answers.toLocaleString('en-US')} answers: ${sum(errors)} errors in ${sum(bad)} seconds; 99 of 100 answers within ${Math.ceil(p99)} ms, the longest ${Math.round(longest)} ms. ${saying} said so within ${Math.round(saidWithin)} ms.`;
}

function figureTable(figures: readonly EdgeFigure[]): string {
  const rows = figures.map(({ name, rate, cpu }) => [name, Math.round(rate).toLocaleString('en-US'), cpu.toFixed(0)]);
  return `\n${table(['a kept post page from', 'answers a second', 'processor ms for 1,000'], rows)}`;
}
