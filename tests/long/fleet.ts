import { setTimeout as wait } from 'node:timers/promises';
import { listContactMessages } from '#shared/contract/contact.ts';
import { seededRandom } from '#tests/ai-stub/random.ts';
import type { Owner } from '#tests/faults/owner.ts';
import { cpuSeconds } from '#tests/load/process-figures.ts';
import { askEdge } from './edges/ask-edge.ts';
import { type Life, liveOn } from './fleet/fleet-life.ts';
import { type FleetStage, type Machine, openFleetStage } from './fleet/fleet-stage.ts';
import { type Proof, withFaults } from './proof.ts';

/** `FLEET_KILLS=20` for a short look; `FLEET_SEED` for other ones. */
const KILLS = Number(process.env.FLEET_KILLS ?? 300);
const SEED = Number(process.env.FLEET_SEED ?? 20_261_126);
/** Milliseconds in which all must be where it belongs once everything is up. */
const SETTLED_WITHIN = 120_000;
const MEASURED = 2000;

/** Any of a writer, three readers, three edges and the store is killed while the site is written and read. */
export const fleet: Proof = {
  async run() {
    const stage = await openFleetStage();
    try {
      let owner = await stage.owner();
      const life = liveOn(stage, () => owner);
      const started = performance.now();
      const random = seededRandom(SEED);
      const died = new Map<string, number>();
      for (let number = 1; number <= KILLS; number += 1) {
        await wait(200 + random() * 1500);
        const victim = stage.machines[Math.floor(random() * stage.machines.length)];
        if (!victim) continue;
        died.set(victim.kind, (died.get(victim.kind) ?? 0) + 1);
        await victim.down();
        await wait(random() * 1500);
        await victim.up();
        if (number % 20 === 0) process.stderr.write(`  ${number} kills, ${life.faults.length} faults\n`);
      }
      await life.end();
      const minutes = (performance.now() - started) / 60_000;
      owner = await stage.owner();
      await settle(stage, life, owner);
      const figures = await measure(stage);
      const promoted = await promote(stage);
      const details = [
        `- ${KILLS} kills (seed ${SEED}) in ${minutes.toFixed(1)} minutes: ${[...died].map(([kind, times]) => `${kind} ${times}`).join(', ')}. Meanwhile ${life.answers.toLocaleString('en-US')} pages were looked at, ${life.written.size} posts written, ${life.left.size} messages left.`,
        `- Seconds in which somebody at one of three edges got no page, by what was dead: ${[...life.badSeconds].map(([kind, seconds]) => `${kind} ${seconds.size}`).join(', ') || 'none'}.`,
        ...figures,
        `- From the order to make another machine the writer (restore of the newest backup, start) until it listened: ${promoted.toFixed(1)} s.`,
      ];
      const faults = life.faults.map((fault) => `- ${fault}`);
      return {
        passed: faults.length === 0 ? 1 : 0,
        failed: faults.length,
        details: withFaults(details.join('\n'), faults),
      };
    } finally {
      await stage.close();
    }
  },
};

/** Waits until everything that was promised is there, and says what is not. */
async function settle({ readers }: FleetStage, life: Life, owner: Owner): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN;
  const missing = async () => {
    const found: string[] = [];
    for (const reader of readers) {
      if (!life.shown.get(reader.name)) found.push(`${reader.name} has shown no tagline, so that nothing was compared`);
      for (const number of life.written) {
        const { status } = await askEdge(reader.port, `/api/posts/fleet-${number}`);
        if (status !== 200) found.push(`${reader.name} has no post ${number} (${status})`);
      }
    }
    const messages = await allMessages(owner);
    for (const token of life.left) {
      const times = messages.filter((each) => each === token).length;
      if (times !== 1) found.push(`a message came ${times} times`);
    }
    return found;
  };
  let left = await missing();
  while (left.length > 0 && Date.now() < until) {
    await wait(2000);
    left = await missing();
  }
  life.faults.push(...left.slice(0, 20));
}

async function allMessages(owner: Owner): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page += 1) {
    const found = await owner.client.call(listContactMessages, { query: { page, limit: 100 } });
    texts.push(...found.map(({ message }) => message));
    if (found.length < 100) return texts;
  }
}

/** Processor time of a page, and how many a second all three readers give that one gives alone. */
async function measure({ readers, edges }: FleetStage): Promise<string[]> {
  const timed = async (asked: readonly Machine[]) => {
    const before = asked.map(({ pid }) => cpuSeconds(pid()));
    const started = performance.now();
    let errors = 0;
    await Promise.all(
      Array.from({ length: 12 }, async (_, client) => {
        for (let turn = 0; turn < MEASURED / 12; turn += 1) {
          const { port = 0 } = asked[(client + turn) % asked.length] ?? {};
          const answer = await askEdge(port, turn % 2 === 0 ? '/' : '/post/tea').catch(() => null);
          if (answer?.status !== 200) errors += 1;
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const cpu = asked.reduce((sum, { pid }, at) => sum + cpuSeconds(pid()) - (before[at] ?? 0), 0);
    return { rate: Math.round(MEASURED / seconds), cpu: (cpu * 1_000_000) / MEASURED, errors };
  };
  const [one, three, edge] = [await timed(readers.slice(0, 1)), await timed(readers), await timed(edges.slice(0, 1))];
  const line = (what: string, { rate, cpu, errors }: typeof one) =>
    `- ${what}: ${cpu.toFixed(0)} ms of processor time for 1,000 pages, ${rate.toLocaleString('en-US')} a second from twelve clients of this machine, ${errors} errors.`;
  return [line('One reader', one), line('Three readers', three), line('An edge (Varnish)', edge)];
}

/** Seconds it takes. */
async function promote(stage: FleetStage): Promise<number> {
  await stage.backUp();
  await stage.writer.down();
  const started = performance.now();
  await stage.promote();
  return (performance.now() - started) / 1000;
}
