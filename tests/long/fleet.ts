import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '#tests/ai-stub/random.ts';
import type { Owner } from '#tests/faults/owner.ts';
import { askEdge } from './edges/ask-edge.ts';
import { type Death, type DeathFigures, figuresOf, kill } from './fleet/fleet-deaths.ts';
import { type Life, liveOn } from './fleet/fleet-life.ts';
import { measureFleet } from './fleet/fleet-load.ts';
import { promoteAnother } from './fleet/fleet-promotion.ts';
import { watchPublications } from './fleet/fleet-publications.ts';
import { type FleetStage, openFleetStage } from './fleet/fleet-stage.ts';
import { type Left, letVisitorsIn, missingOf, viewsAt } from './fleet/fleet-visitors.ts';
import { type Proof, withFaults } from './proof.ts';

/** `FLEET_KILLS=20` for a short run; `FLEET_SEED` for different kills. */
const KILLS = Number(process.env.FLEET_KILLS ?? 300);
const SEED = Number(process.env.FLEET_SEED ?? 20_261_126);
/**
 * The milliseconds within which everything must have arrived once all machines are up: a mail that a kill has ended is
 * retried after five minutes.
 */
const SETTLED_WITHIN = 6 * 60_000;
/** The largest number of reported faults about things that have not arrived. */
const MOST_TOLD = 20;

/** Any of a writer, three readers, three edges and the store is killed while the site is written, read and answered. */
export const fleet: Proof = {
  async run() {
    const stage = await openFleetStage();
    try {
      let owner = await stage.owner();
      const life = liveOn(stage, () => owner);
      const visitors = letVisitorsIn(stage);
      const publications = watchPublications(stage);
      await comparable(stage, life);
      const started = performance.now();
      const deaths = await killMany(stage, () => life.faults.length + visitors.faults.length);
      await Promise.all([life.end(), visitors.end()]);
      const minutes = (performance.now() - started) / 60_000;
      const published = await publications.end();
      owner = await stage.owner();
      const missing = await settle(() => missingIn(stage, { life, left: visitors.left, owner, deaths }));
      const views = await viewsAt(owner);
      const load = await measureFleet(stage);
      const promotion = await promoteAnother(stage);
      const { figures, unexplained } = figuresOf(deaths, life.failures);
      const { messages, addresses, views: taken } = visitors.left;
      const details = [
        `- ${KILLS} kills (seed ${SEED}) in ${minutes.toFixed(1)} minutes, each by SIGKILL. Meanwhile ${life.answers.toLocaleString('en-US')} pages were looked at and ${life.written.size} posts written.`,
        `- Visitors left ${messages.size} messages, ${addresses.size} addresses for letters and ${taken.length.toLocaleString('en-US')} readings at readers. Messages and addresses came to the writer once each; of the readings ${views.toLocaleString('en-US')} are counted, none twice, and none is missing but of the last seconds before its reader died.`,
        `- Two more edges, a Varnish and an nginx, each before all three readers, gave ${life.sharedAnswers.toLocaleString('en-US')} answers, searches among them, which no edge keeps: no error but in their own deaths.`,
        `- ${published}.`,
        ...load.lines.map((line) => `- ${line}`),
        ...promotion.lines.map((line) => `- ${line}`),
        '',
        ...tableOf(figures),
      ];
      const without = unexplained.map(({ what }) => `an edge had no page though nothing was dead: ${what}`);
      const all = [
        ...life.faults,
        ...visitors.faults,
        ...without,
        ...missing.slice(0, MOST_TOLD),
        ...load.faults,
        ...promotion.faults,
      ];
      return {
        passed: all.length === 0 ? 1 : 0,
        failed: all.length,
        details: withFaults(
          details.join('\n'),
          all.map((fault) => `- ${fault}`),
        ),
      };
    } finally {
      await stage.close();
    }
  },
};

/**
 * Waits until every reader has shown a publication of this life: only then can a page be mixed, or older than an
 * earlier one.
 */
async function comparable({ readers }: FleetStage, life: Life): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN;
  while (!readers.every(({ name }) => life.shown.get(name))) {
    if (Date.now() > until) throw new Error('No reader has shown anything that was written.');
    await wait(200);
  }
}

/** Kills one machine after the other, and starts each again; the first four are one of each kind. */
async function killMany({ machines }: FleetStage, faults: () => number): Promise<Death[]> {
  const random = seededRandom(SEED);
  const firsts = ['edge', 'reader', 'writer', 'store'].flatMap(
    (kind) => machines.find((each) => each.kind === kind) ?? [],
  );
  const deaths: Death[] = [];
  while (deaths.length < KILLS) {
    await wait(200 + random() * 1500);
    const victim = firsts[deaths.length] ?? machines[Math.floor(random() * machines.length)];
    if (!victim) break;
    deaths.push(await kill(victim, () => wait(random() * 1500)));
    if (deaths.length % 20 === 0) process.stderr.write(`  ${deaths.length} kills, ${faults()} faults\n`);
  }
  return deaths;
}

/** Makes the table of the costs of each kind of death. */
function tableOf(figures: readonly DeathFigures[]): string[] {
  return [
    '| killed | times | seconds it was dead | seconds in which somebody at one of three edges got no page |',
    '|---|---|---|---|',
    ...figures.map(
      ({ kind, times, dead, withoutPage }) => `| ${kind} | ${times} | ${dead.toFixed(0)} | ${withoutPage} |`,
    ),
  ];
}

interface Promised {
  life: Life;
  left: Left;
  owner: Owner;
  deaths: readonly Death[];
}

/** Returns everything that was promised and is missing. */
async function missingIn(
  { readers, edges, shared }: FleetStage,
  { life, left, owner, deaths }: Promised,
): Promise<string[]> {
  const found: string[] = [];
  for (const reader of readers) {
    for (const number of life.written) {
      const { status } = await askEdge(reader.port, `/api/posts/fleet-${number}`);
      if (status !== 200) found.push(`${reader.name} has no post ${number} (${status})`);
    }
  }
  for (const edge of [...edges, ...shared]) {
    const page = await askEdge(edge.port, '/');
    const [, shown = 0] = /mark (\d+) of the fleet/.exec(page.body.toString('utf8')) ?? [];
    if (Number(shown) < life.tagline) found.push(`${edge.name} shows mark ${shown} and not ${life.tagline}`);
  }
  return [...found, ...(await missingOf(left, owner, deaths))];
}

/** Waits until nothing is missing, and returns what still is. */
async function settle(missing: () => Promise<string[]>): Promise<string[]> {
  const until = Date.now() + SETTLED_WITHIN;
  let left = await missing();
  while (left.length > 0 && Date.now() < until) {
    await wait(2000);
    left = await missing();
  }
  return left;
}
