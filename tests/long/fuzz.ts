import { Worker } from 'node:worker_threads';
import { FUZZ_TARGETS } from '#tests/fuzz/fuzz-targets.ts';
import type { FuzzReport } from './fuzz/fuzz-worker.ts';
import { type Proof, withFaults } from './proof.ts';

/** The default duration: `npm run test:long -- fuzz`, or FUZZ_MINUTES=5. */
const MINUTES = Number(process.env.FUZZ_MINUTES ?? 60);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_126);
/** The megabytes that a parser may use for inputs of 96,000 characters at the most; beyond this its thread ends. */
const MEMORY = 512;
/**
 * The milliseconds of silence after which a parser counts as hanging; some hundred inputs take a second. A parser that
 * hangs is ended, and its seed is reported.
 */
const SILENCE = 600_000;

interface Found {
  name: string;
  inputs: number;
  taken: number;
  faults: string[];
}

/**
 * Every parser of data that comes from outside, with mutations of real samples, for an equal share of the time each.
 */
export const fuzz: Proof = {
  async run() {
    const started = performance.now();
    const names = Object.keys(FUZZ_TARGETS);
    const share = (MINUTES * 60_000) / names.length;
    const found: Found[] = [];
    for (const name of names) {
      const result = await runFor(name, share);
      process.stderr.write(
        `  ${name}: ${result.inputs} inputs, ${result.taken} taken, ${result.faults.length} faults\n`,
      );
      found.push(result);
    }
    const failed = found.filter(({ faults }) => faults.length > 0).length;
    const minutes = (performance.now() - started) / 60_000;
    return { passed: found.length - failed, failed, details: detailsOf(found, minutes) };
  },
};

/** Runs one parser in a thread with a memory limit until its time is over, or something is wrong. */
function runFor(name: string, milliseconds: number): Promise<Found> {
  const found: Found = { name, inputs: 0, taken: 0, faults: [] };
  const worker = new Worker(new URL('./fuzz/fuzz-worker.ts', import.meta.url), {
    workerData: { name, seed: SEED, until: Date.now() + milliseconds },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  return new Promise((resolve) => {
    let seed = SEED;
    const silent = () => {
      found.faults.push(`silent for ${SILENCE / 1000} s, seed ${seed}`);
      void worker.terminate();
    };
    let timer = setTimeout(silent, SILENCE);
    worker.on('message', (report: FuzzReport) => {
      clearTimeout(timer);
      timer = setTimeout(silent, SILENCE);
      seed = report.nextSeed;
      found.inputs += report.inputs;
      found.taken += report.taken;
      if (report.fault !== null) found.faults.push(report.fault);
    });
    worker.on('error', (error) => found.faults.push(`ended, seed ${seed}: ${String(error)}`));
    worker.on('exit', () => {
      clearTimeout(timer);
      if (found.inputs === 0 && found.faults.length === 0) found.faults.push('nothing was put in');
      resolve(found);
    });
  });
}

function detailsOf(found: readonly Found[], minutes: number): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const rows = found.map(({ name, inputs, taken }) => `| ${name} | ${number(inputs)} | ${number(taken)} |`);
  const sum = found.reduce((total, { inputs }) => total + inputs, 0);
  const text = `${number(sum)} inputs (seed ${SEED}) in ${minutes.toFixed(1)} minutes: real samples, cut, doubled, moved, repeated, with the parser’s own words and
broken bytes in them, and texts put together of such words. Each is taken, or refused in the way its parser refuses; nothing else is
thrown, nothing hangs, no thread needs more than ${MEMORY} MB, and what comes out keeps the rules of \`tests/fuzz/targets\`.

| parser | inputs | taken |
| --- | --- | --- |
${rows.join('\n')}`;
  const faults = found.flatMap(({ faults: own, name }) => own.map((fault) => `- ${name}:\n\n\`\`\`\n${fault}\n\`\`\``));
  return withFaults(text, faults);
}
