import { HOLD_BUDGET } from '../loop-hold.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import type { Sample, SoakResult } from './run-soak.ts';

const ANSWERED_BUDGET = 0.95;
/**
 * The factor by which memory may be larger in the last third than in the second, when everything has been in use for a
 * long time.
 */
const GROWTH_BUDGET = 1.1;

/**
 * Checks what must be true of any load, however short: every write is kept, every request answered, and hardly any
 * refused.
 */
export function checkAnswers({ figures, faults, promises }: SoakResult): Check[] {
  const sum = (pick: (each: SoakResult['figures'][number]) => number) =>
    figures.reduce((total, each) => total + pick(each), 0);
  const failed = sum((each) => each.failed);
  const answered = 1 - sum((each) => each.limited) / sum((each) => each.asked);
  return [
    {
      what: `acknowledged writes that are not there afterwards, of ${figure(promises)}`,
      budget: '0',
      measured: figure(faults.length),
      isMet: faults.length === 0,
    },
    {
      what: `answered 5xx or not at all, of ${figure(sum((each) => each.asked))}`,
      budget: '0',
      measured: figure(failed),
      isMet: failed === 0,
    },
    {
      what: 'answered with something other than 429',
      budget: '≥ 95 %',
      measured: `${figure(answered * 100, 1)} %`,
      isMet: answered >= ANSWERED_BUDGET,
    },
  ];
}

/** Returns how many times as much memory the last third of the time needs as the second. */
export function memoryGrowth(samples: readonly Pick<Sample, 'memory'>[]): number {
  const third = Math.floor(samples.length / 3);
  const of = (from: number, to?: number) => median(samples.slice(from, to).map(({ memory }) => memory));
  return of(-third) / of(third, samples.length - third);
}

/** Makes the soak's table for docs/benchmarks.md. */
export function reportSoak(result: SoakResult): PartResult {
  const { samples, ownHolds, figures, seconds, faults } = result;
  const growth = memoryGrowth(samples);
  const holds = samples.map((sample) => sample.held);
  const longest = ownHolds.reduce((one, other) => (other.held > one.held ? other : one), {
    ...{ held: 0, computed: 0, system: 0, collected: 0 },
  });
  const { held, computed, system, collected } = longest;
  const rows = figures.map(({ kind, asked, median, p99, slowest, limited, failed }) => [
    kind,
    figure(asked),
    ...[median, p99, slowest].map((value) => figure(value, 1)),
    figure(limited),
    figure(failed),
  ]);
  const memory = samples
    .filter((_, index) => (index + 1) % Math.max(1, Math.round(samples.length / 10)) === 0)
    .map((sample) => `${figure(sample.at)} s: ${figure(sample.memory)}`);
  const told = faults.length > 0 ? `\n\nFaults:\n\n${faults.map((fault) => `- ${fault}`).join('\n')}` : '';
  return {
    checks: [
      ...checkAnswers(result),
      {
        what: 'memory of the last third of the time, as a share of the second third’s',
        budget: '≤ 110 %',
        measured: `${figure(growth * 100)} %`,
        isMet: growth <= GROWTH_BUDGET,
      },
      {
        what: 'longest time the event loop was held, waits for a processor left out',
        budget: `≤ ${HOLD_BUDGET.anything} ms`,
        measured: `${figure(held, 1)} ms`,
        isMet: held <= HOLD_BUDGET.anything,
      },
    ],
    details: `${table(['what', 'asked', 'median ms', 'p99 ms', 'slowest ms', '429', 'failed'], rows)}

${figure(seconds)} s without a pause, in a server given 1 GiB as the unit gives it: four readers, two who search, two writers of
posts (each created and saved twice), two of pictures, one of messages; each asks anew as soon as there is an answer, every request from another address by the word of a
trusted proxy. Afterwards the server is stopped and every acknowledged write is looked for in the database and on the
disk, \`integrity_check\` and \`foreign_key_check\` included. The event loop's budget is for what the server does; on
two cores its thread also waits for a processor while visitors and pictures have them; Linux counts that apart. Without such waits
the longest hold of a second was ${spread(ownHolds.map((hold) => hold.held))}; with them, as \`/metrics\` tells, ${spread(holds)}.
In the longest hold the thread computed for ${figure(computed, 1)} ms, ${figure(system, 1)} of them in the system, and garbage was collected for ${figure(collected, 1)} ms.

Memory in MB: ${memory.join(', ')}.${told}`,
  };
}

function spread(holds: number[]): string {
  const [middle, high, most] = [median(holds), percentile(holds, 0.99), Math.max(...holds)];
  return `${figure(middle, 1)} ms in the median, ${figure(high, 1)} ms at p99 and ${figure(most, 1)} ms at the most`;
}
