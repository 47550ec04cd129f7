import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getReadiness } from '#shared/contract/meta.ts';
import { updateSettings } from '#shared/contract/settings.ts';
import type { EdgeStage } from './edge-stage.ts';

const WITHIN = 30_000;

/**
 * Makes one edge keep pages that it says it has dropped; returns the places where the server did not report this in
 * time or at all.
 */
export async function ignorePurges({ origin, lazy, metricsToken }: EdgeStage): Promise<string[]> {
  const faults: string[] = [];
  const failingSince = async () => {
    const answer = await origin.fetch('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
    const lines = [
      ...(await answer.text()).matchAll(/^edge_failing_since_timestamp_seconds\{edge="([^"]+)"\} (\d+)/gm),
    ];
    return lines.filter(([, , since]) => Number(since) > 0).map(([, name]) => name);
  };
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    const end = performance.now() + WITHIN;
    while (performance.now() < end) {
      if (await isSo()) return;
      await wait(100);
    }
    faults.push(`${what}: not within ${WITHIN / 1000} s`);
  };
  const edges = async () => (await origin.client.call(getReadiness)).edges;
  await until('All edges are told at first', async () => (await edges()) === 'current');
  lazy.isLazy = true;
  // The second time the edge shows the mark of the first time.
  for (const tagline of ['One', 'Two']) await origin.client.call(updateSettings, { body: { tagline } });
  await until('Readiness says that an edge is behind', async () => (await edges()) === 'behind');
  await until('Metrics name the one edge that is', async () => (await failingSince()).length === 1);
  const log = readFileSync(path.join(origin.dataFolder, 'server.log'), 'utf8');
  if (!log.includes('Still shows what it was told to drop')) faults.push('The log does not tell of it.');
  lazy.isLazy = false;
  await until('All is well again', async () => (await edges()) === 'current');
  return faults;
}
