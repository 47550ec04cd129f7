import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';
import { describeMoment } from './machine.ts';
import { figure, replaceSection, section } from './report.ts';
import { runSoak } from './soak/run-soak.ts';
import { reportSoak } from './soak/soak-report.ts';

// npm run soak: ten minutes of everything at once. `npm run soak -- 60` takes a minute, `--write` puts the table into
// docs/benchmarks.md. Exits with 1 when a budget is missed.

const TEN_MINUTES = 600;
/** The fewest seconds whose thirds can be compared. */
const FEWEST = 3;
const SEED = 20261124;

const given = process.argv.slice(2);
const [wanted = String(TEN_MINUTES), ...more] = given.filter((word) => word !== '--write');
const seconds = Number(wanted);
if (!Number.isInteger(seconds) || seconds < FEWEST || more.length > 0) {
  console.error(
    `npm run soak [-- SECONDS] [--write]: at least ${FEWEST} whole seconds, not “${[wanted, ...more].join(' ')}”.`,
  );
  process.exit(2);
}

const moment = describeMoment(new Date());
const result = await runSoak({
  seconds,
  seed: SEED,
  isGivingWay: true,
  onSample: ({ at, memory, held }) => {
    process.stderr.write(`\r  ${figure(at)} of ${seconds} s, ${figure(memory)} MB, loop held ${figure(held, 1)} ms   `);
  },
});
process.stderr.write('\n');
const report = reportSoak(result);
const text = section(report, moment);
console.log(text);
if (given.includes('--write')) {
  const file = path.join(projectRoot(), 'docs', 'benchmarks.md');
  writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), 'soak', text));
}
const missed = report.checks.filter(({ isMet }) => !isMet).length;
console.log(missed === 0 ? '\nEvery budget is met.' : `\n${missed} missed.`);
process.exit(missed === 0 ? 0 : 1);
