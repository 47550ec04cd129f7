import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';
import { signInOwner } from '../owner.ts';
import { inspectSite } from './inspect-site.ts';
import { brokenPromises, countPromises, createLedger } from './ledger.ts';
import { startWriting } from './writers.ts';

/** The seed from which all rounds follow. */
export const SEED = 20261121;
/** A kill comes at the latest this many milliseconds after the first acknowledged write. */
export const KILL_WITHIN = 1200;

/** The result of a round. */
export interface RoundResult {
  number: number;
  /** The milliseconds from the first acknowledged write to the kill. */
  killAfter: number;
  /** The number of writes acknowledged in this round. */
  promises: number;
  faults: string[];
}

/**
 * Runs so many rounds on one site: the built server is written to in several ways at once, killed by SIGKILL at a
 * random moment and started again, and everything that was ever acknowledged is checked.
 */
export async function killWhileWriting(count: number, onRound: (result: RoundResult) => void): Promise<RoundResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-kill-writes-'));
  const results: RoundResult[] = [];
  const begin = () => startOurServer(folder, { TRUST_PROXY: '1', LOG_LEVEL: 'error' });
  try {
    await seedSite(folder, []);
    for (const name of ['uploads', 'originals']) mkdirSync(path.join(folder, name), { recursive: true });
    const ledger = createLedger();
    let server = await begin();
    try {
      const owner = await signInOwner(() => server.address, { isMany: true });
      for (let number = 1; number <= count; number += 1) {
        const before = countPromises(ledger);
        const killAfter = seededRandom(SEED + number)() * KILL_WITHIN;
        const writers = startWriting(owner, ledger, number);
        await writers.begun;
        await wait(killAfter);
        process.kill(server.pid, 'SIGKILL');
        await server.stop();
        await writers.ended;
        const promises = countPromises(ledger) - before;
        server = await begin();
        const faults = brokenPromises(ledger, await inspectSite(folder));
        const result = { number, killAfter, promises, faults };
        results.push(result);
        onRound(result);
      }
    } finally {
      await server.stop();
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
