import { cpuSeconds, endedCpuSeconds } from '#tests/load/process-figures.ts';
import { wrk } from '#tests/load/wrk.ts';
import { SITE } from '../edges/ask-edge.ts';
import type { FleetStage, Machine } from './fleet-stage.ts';

/** The seconds before the measurement, so that every program is warmed up; and those of the measurement. */
const WARMING = 2;
const MEASURED = 10;

/** The figures of machines that were loaded at the same time, each by its own client. */
interface Measured {
  /** The answers per second of each. */
  rates: number[];
  /** The milliseconds of processor time for 1,000 answers of each. */
  costs: number[];
  /** The share of one processor that each has used, and all their clients together. */
  busy: number[];
  clients: number;
}

/**
 * Measures the processor time of a page, at one reader, at three at once, and at an edge, requested as a browser does;
 * the time of the clients themselves is reported too. An answer that is an error is a fault.
 */
export async function measureFleet({ readers, edges }: FleetStage): Promise<{ lines: string[]; faults: string[] }> {
  const loads: [what: string, machines: readonly Machine[]][] = [
    ['One reader', readers.slice(0, 1)],
    ['Three readers at once', readers],
    ['An edge (Varnish)', edges.slice(0, 1)],
  ];
  const [lines, faults]: [string[], string[]] = [[], []];
  for (const [what, machines] of loads) {
    try {
      await measure(machines, WARMING);
      lines.push(`${what}: ${described(await measure(machines, MEASURED))}`);
    } catch (error) {
      faults.push(`${what}, under load: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { lines, faults };
}

async function measure(machines: readonly Machine[], seconds: number): Promise<Measured> {
  const before = machines.map(({ pid }) => cpuSeconds(pid()));
  const clientsBefore = endedCpuSeconds();
  const started = performance.now();
  const found = await Promise.all(machines.map(({ port }) => wrk(`http://127.0.0.1:${port}/post/tea`, seconds, SITE)));
  const took = (performance.now() - started) / 1000;
  const used = machines.map(({ pid }, at) => cpuSeconds(pid()) - (before[at] ?? 0));
  return {
    rates: found.map(({ rate }) => rate),
    costs: found.map(({ requests }, at) => ((used[at] ?? 0) * 1_000_000) / requests),
    busy: used.map((each) => each / took),
    clients: (endedCpuSeconds() - clientsBefore) / took,
  };
}

function described({ rates, costs, busy, clients }: Measured): string {
  const all = rates.reduce((sum, rate) => sum + rate, 0);
  const list = (values: readonly number[]) => values.map((each) => each.toFixed(0)).join(', ');
  const shares = rates.length > 1 ? `, of which each ${list(rates.map((rate) => (rate / all) * 100))} %` : '';
  return `${list(costs)} ms of processor time for 1,000 pages, ${Math.round(all).toLocaleString('en-US')} a second${shares}, ${list(busy.map((each) => each * 100))} % of one processor (clients ${Math.round(clients * 100)} %), no error.`;
}
