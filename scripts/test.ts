import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { LEFT_OUT } from '../tests/share.ts';
import { findBrowser } from './find-browser.ts';

// npm test: types, lint, build, unit and route tests, browser tests; one line at the end. Every step runs even when an
// earlier one has failed, so that one run reports everything. Nothing is skipped: a test that cannot run has failed.
// npm run test:quick: the checks to repeat after each edit: types, lint, imports, and the quick tests beside the code.

interface Tally {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(path.join(tmpdir(), 'ninefold-test-'));

// The built server is started a hundred times: its compiled code is cached between the starts.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules', '.cache', 'compiled');

function run(command: string, args: string[], environment: Record<string, string> = {}): boolean {
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  });
  return result.status === 0;
}

/**
 * Runs a step that is one check: it passes or fails as a whole. Its output is printed when it has ended, because
 * another step runs at the same time.
 */
function check(command: string, args: string[]): Promise<Tally> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => said.push(text));
  return new Promise((resolve) => {
    const end = (isOk: boolean) => {
      if (said.length > 0) process.stdout.write(`\n── ${[command, ...args].join(' ')}\n${Buffer.concat(said)}`);
      resolve(isOk ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    };
    child.once('error', (error) => {
      console.error(error);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/**
 * Returns a runner's own count. A run that failed although its tests passed, or that gave no report, counts as one more
 * failure.
 */
function counted(isOk: boolean, read: () => Tally): Tally {
  try {
    const tally = read();
    const isSilentFailure = !isOk && tally.failed === 0;
    const ranNothing = tally.passed + tally.failed === 0;
    return { passed: tally.passed, failed: tally.failed + (isSilentFailure || ranNothing ? 1 : 0) };
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/** The failures, printed once more at the end, because thousands of lines stand between. */
const failures: string[] = [];

function rememberFailures(report: z.infer<typeof vitestReport>): void {
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) {
      failures.push(`${file} › ${test.fullName}\n${(test.failureMessages ?? []).join('\n').slice(0, 2000)}`);
    }
    if (status === 'failed' && failed.length === 0) failures.push(`${file}\n${message.slice(0, 2000)}`);
  }
}

function vitest(without: string[]): Tally {
  const file = path.join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const isOk = run('vitest', args, { [LEFT_OUT]: without.join('\n') });
  return counted(isOk, () => {
    const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')));
    rememberFailures(report);
    return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests };
  });
}

function playwright(): Tally {
  const file = path.join(reports, 'playwright.json');
  const isOk = run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    // Each worker uses the code that earlier workers have compiled; so does each server that they start.
    NODE_COMPILE_CACHE: path.join(tmpdir(), 'node-compile-cache'),
  });
  return counted(isOk, () => {
    const { stats } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
  });
}

/**
 * The tests that the quick run leaves out. To work on such code, run its tests by name: `npx vitest run
 * server/routes/letters`.
 */
const SLOW = [
  // Tests that start programs or read archives.
  'tests/**',
  'scripts/**',
  'server/{cli,workers,reader}/**',
  'server/services/{backup,export,import,imports,publication}/**',
  'desktop/main/{copy,updates,waiting-pictures}/**',
  // Tests with a whole server for each case; those of posts and of the table of all endpoints stay.
  'server/routes/!(every-endpoint).test.ts',
  'server/routes/second-factors/**',
  // Tests with random histories, megabytes, hundreds of pages, pictures or mail.
  '**/*.property.test.ts',
  '**/*bounds.test.ts',
  '**/*.heavy.test.ts',
  '**/{letter,subscri}*.test.ts',
  'server/adapters/picture-*.test.ts',
  'server/routes/posts/long-posts.test.ts',
  'server/jobs/rerender-posts.test.ts',
  'server/http/pages/{cached-pages,page-caching}.test.ts',
  'server/db/seed-content/pictures/**',
  // Tests that run through the steps.
  'shared/admin/prompts/runs/run-*.test.ts',
  'shared/admin/prompts/drafts/**',
];

type Step = [name: string, run: () => Tally | Promise<Tally>];

/**
 * Half as many checkers as cores: several checkers of one project partly repeat each other's work, and projects are
 * checked in parallel anyway.
 */
const CHECKERS = String(Math.ceil(availableParallelism() / 2));

const isQuick = process.argv.includes('--quick');
const types: Step = ['types', () => check('tsc', ['-b', '--checkers', CHECKERS])];
const lint: Step = ['lint', () => check('biome', ['check', '.'])];
const builds: Step[] = [
  ['build', () => check('node', ['scripts/prepare.mjs', 'build'])],
  ['build of the desktop app', () => check('node', ['scripts/build-desktop.ts'])],
  ['size', () => check('node', ['scripts/size.ts'])],
  lint,
];
/**
 * The stages, which run one after the other. Each is a list of lanes that run in parallel: a build uses one core, and
 * waits.
 */
const quickStages: Step[][][] = [
  [[types], [lint, ['imports', () => check('node', ['scripts/arrows.ts'])]]],
  [[['tests beside the code', () => vitest(SLOW)]]],
];
const allStages: Step[][][] = [
  [[types], builds],
  [[['unit, route and component tests', () => vitest([])]]],
  [[['browser tests', playwright]]],
];

const total: Tally = { passed: 0, failed: 0 };
const spent: string[] = [];
if (!isQuick) {
  try {
    // Found or installed once, for all later steps.
    findBrowser();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    total.failed += 1;
  }
}
async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const [name, step] of steps) {
    console.log(`\n── ${name}`);
    const started = performance.now();
    const { passed, failed } = await step();
    spent.push(`${name} ${Math.round((performance.now() - started) / 1000)} s`);
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) console.log(`── ${name}: ${failed} failed`);
  }
}
const began = performance.now();
for (const lanes of isQuick ? quickStages : allStages) await Promise.all(lanes.map(runSteps));
spent.push(`all ${Math.round((performance.now() - began) / 1000)} s`);
for (const failure of failures) console.log(`\n── failed: ${failure}`);
console.log(`\nTook: ${spent.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
