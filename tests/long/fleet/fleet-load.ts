import { cpuSeconds } from '#tests/load/process-figures.ts';
import { askEdge } from '../edges/ask-edge.ts';
import type { FleetStage, Machine } from './fleet-stage.ts';

/** Answers before anything is measured, so that no program is new to it; and those that are. */
const WARMING = 2000;
const MEASURED = 12_000;
const CLIENTS = 12;

/** Processor time of a page, at one reader, at three that share the same load, and at an edge. An error is a fault. */
export async function measureFleet({ readers, edges }: FleetStage): Promise<{ lines: string[]; faults: string[] }> {
  const loads: [what: string, machines: readonly Machine[]][] = [
    ['One reader', readers.slice(0, 1)],
    ['Three readers', readers],
    ['An edge (Varnish)', edges.slice(0, 1)],
  ];
  const [lines, faults]: [string[], string[]] = [[], []];
  for (const [what, machines] of loads) {
    await ask(machines, WARMING);
    const before = machines.map(({ pid }) => cpuSeconds(pid()));
    const { rate, errors } = await ask(machines, MEASURED);
    const used = machines.map(({ pid }, at) => cpuSeconds(pid()) - (before[at] ?? 0));
    const all = used.reduce((sum, each) => sum + each, 0);
    const shares = used.map((each) => `${Math.round((each / all) * 100)} %`).join(', ');
    lines.push(
      `${what}: ${((all * 1_000_000) / MEASURED).toFixed(0)} ms of processor time for 1,000 pages${machines.length > 1 ? `, shared as ${shares}` : ''}, ${rate.toLocaleString('en-US')} a second from twelve clients of this machine, ${errors} errors.`,
    );
    if (errors > 0) faults.push(`${errors} of ${MEASURED} answers of a measured load were errors: ${what}`);
  }
  return { lines, faults };
}

async function ask(machines: readonly Machine[], answers: number): Promise<{ rate: number; errors: number }> {
  const started = performance.now();
  let errors = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; turn < answers / CLIENTS; turn += 1) {
        const { port = 0 } = machines[(client + turn) % machines.length] ?? {};
        const answer = await askEdge(port, turn % 2 === 0 ? '/' : '/post/tea').catch(() => null);
        if (answer?.status !== 200) errors += 1;
      }
    }),
  );
  return { rate: Math.round(answers / ((performance.now() - started) / 1000)), errors };
}
