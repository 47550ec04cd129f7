import { cpuSeconds } from '#tests/load/process-figures.ts';
import { wrk } from '#tests/load/wrk.ts';
import { SITE } from './ask-edge.ts';
import { type EdgeStage, slugOf } from './edge-stage.ts';

const SECONDS = 5;

export interface EdgeFigure {
  name: string;
  /** The answers per second, with the client on the same machine. */
  rate: number;
  /** The milliseconds of processor time for 1,000 answers. */
  cpu: number;
}

/** Measures what an answer with a cached page costs each edge, and the server itself. */
export async function measureEdges({ edges, origin }: EdgeStage): Promise<EdgeFigure[]> {
  const all = [...edges, { name: 'the server itself', address: origin.address, pid: origin.pid }];
  const figures: EdgeFigure[] = [];
  for (const { name, address, pid } of all) {
    const url = `${address}/post/${slugOf(1)}`;
    try {
      await wrk(url, 1, SITE);
      const before = cpuSeconds(pid);
      const { rate, requests } = await wrk(url, SECONDS, SITE);
      figures.push({ name, rate, cpu: ((cpuSeconds(pid) - before) * 1000 * 1000) / requests });
    } catch (error) {
      // On a machine that is busy with other work, answers come too late for a figure. The proof continues.
      process.stderr.write(
        `  no figure of ${name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : ''}\n`,
      );
    }
  }
  return figures;
}
