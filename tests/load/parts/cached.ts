import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/free-port.ts';
import { dataFolderWith } from '../data-folder.ts';
import { getBytes } from '../http-client.ts';
import { slugOf } from '../make-posts.ts';
import { startNginx } from '../nginx.ts';
import { startOurServer } from '../our-server.ts';
import { cpuSeconds } from '../process-figures.ts';
import { figure, type PartResult, table } from '../report.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { median } from '../statistics.ts';
import { wrk } from '../wrk.ts';

const PAGE = `/post/${slugOf(42)}`;
const ROUNDS = 7;
const SECONDS = 5;
const BUDGET = 0.9;

interface Measured {
  rate: number[];
  p99: number[];
  /** The microseconds of CPU time that the answering process needed for an answer. */
  cpu: number[];
}

/**
 * Measures one of our cached pages against a bare Fastify, started in the same way, and nginx with the same bytes,
 * loaded in turn.
 */
export async function measureCached(): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-bench-cached-'));
  const servers = new Map<string, ServerProcess>();
  try {
    const ours = await startOurServer(await dataFolderWith(10_000));
    servers.set('ours', ours);
    const body = await bestBody(ours);
    const file = path.join(folder, 'page.br');
    writeFileSync(file, body);
    servers.set('bare Fastify', await startBareFastify(folder, file));
    servers.set('nginx', await startNginx(folder, file));
    for (const server of servers.values()) await wrk(server.address + PAGE, 2);
    const measured = await alternate(servers);
    return report(measured, body.length);
  } finally {
    for (const server of servers.values()) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the page as it is sent after many hits, when the slow, best compression is done. */
async function bestBody({ address }: ServerProcess): Promise<Buffer> {
  let body: Buffer = Buffer.alloc(0);
  for (let hit = 0; hit < 60; hit += 1) ({ body } = await getBytes(address + PAGE, 'br'));
  for (let tries = 0; tries < 20; tries += 1) {
    await wait(100);
    const { body: next } = await getBytes(address + PAGE, 'br');
    if (next.length < body.length) return next;
  }
  return body;
}

async function startBareFastify(folder: string, file: string): Promise<ServerProcess> {
  const port = await freePort();
  return startServer({
    command: process.execPath,
    args: [path.join(import.meta.dirname, '..', 'bare-fastify.ts'), String(port), file],
    port,
    readyPath: PAGE,
    folder,
    logFile: path.join(folder, 'bare-fastify.log'),
    environment: { NODE_ENV: 'production' },
  });
}

async function alternate(servers: Map<string, ServerProcess>): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>();
  for (const name of servers.keys()) measured.set(name, { rate: [], p99: [], cpu: [] });
  for (let round = 0; round < ROUNDS; round += 1) {
    const names = [...servers.keys()];
    // In three rounds each server is the first once, so that the order does not matter.
    const order = [...names.slice(round % names.length), ...names.slice(0, round % names.length)];
    for (const name of order) {
      const server = servers.get(name);
      const list = measured.get(name);
      if (!server || !list) continue;
      const before = cpuSeconds(server.pid);
      const { rate, p99, requests } = await wrk(server.address + PAGE, SECONDS);
      list.rate.push(rate);
      list.p99.push(p99);
      list.cpu.push(((cpuSeconds(server.pid) - before) * 1e6) / requests);
      process.stderr.write(`  round ${round + 1}, ${name}: ${figure(rate)}/s\n`);
    }
  }
  return measured;
}

function report(measured: Map<string, Measured>, bytes: number): PartResult {
  const of = (name: string) => measured.get(name) ?? { rate: [], p99: [], cpu: [] };
  const [ours, bare] = [of('ours'), of('bare Fastify')];
  const ratios = ours.rate.map((rate, round) => rate / (bare.rate[round] ?? Number.NaN));
  const share = median(ours.rate) / median(bare.rate);
  const rows = [...measured].map(([name, { rate, p99, cpu }]) => [
    name,
    figure(median(rate)),
    `${figure((median(rate) / median(bare.rate)) * 100)} %`,
    `${figure(Math.min(...rate))} – ${figure(Math.max(...rate))}`,
    figure(median(p99), 1),
    figure(median(cpu), 1),
    `${figure((median(bare.cpu) / median(cpu)) * 100)} %`,
  ]);
  const header = ['server', 'requests/s', 'of bare', 'range', 'p99 ms', 'CPU µs a request', 'bare’s CPU of its own'];
  return {
    checks: [
      {
        what: 'a cached page, as a share of a bare Fastify’s requests/s',
        budget: '≥ 90 %',
        measured: `${figure(share * 100, 1)} %`,
        isMet: share >= BUDGET,
      },
    ],
    details: `${table(header, rows)}

One post page, ${figure(bytes)} bytes of Brotli; ${ROUNDS} rounds of ${SECONDS} s each with wrk (1 thread, 64 connections), the three in
turn, order changing by round; medians. Share round by round: ${ratios.map((ratio) => `${figure(ratio * 100)} %`).join(', ')}.
Ours and the bare Fastify are both started by plain \`node\`. Ours has its defaults and writes its log to a file; the bare
Fastify has no log, no hooks and two headers; nginx has no access log. CPU time is what the kernel booked for the answering process, so it holds also when
other programs share the machine.`,
  };
}
