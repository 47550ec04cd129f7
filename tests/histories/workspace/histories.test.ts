import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeHistory, type History, histories } from './history-steps.ts';
import { runHistory } from './run-workspace-history.ts';
import { openSite, type Site } from './simulated-site.ts';

// Abuse cases 43 and 46: the real exchange, the real store in memory, the real routes of two servers.

/** `npm run test:long -- workspace-histories` runs more histories, and others. */
const { WORKSPACE_HISTORIES: count = '4', WORKSPACE_SEED: seed = '20261120' } = process.env;
const HISTORIES = Number(count);
const LONGEST = 2000;

/**
 * An emptied server receives an update again, at the `seq` it had earlier but after another update than then (decision
 * 13).
 */
const sameUpdateAtSamePlace: History = {
  seed: 504565952,
  devices: 2,
  trouble: 0.15,
  steps: [
    { do: 'type', device: 0, document: 0 },
    { do: 'type in vain', device: 1, document: 1 },
    { do: 'pass time', milliseconds: 1845 },
    { do: 'server is emptied' },
    { do: 'go offline', device: 1 },
    { do: 'type slowly', device: 0, document: 0 },
    { do: 'type', device: 0, document: 0 },
    { do: 'type slowly', device: 0, document: 0 },
    { do: 'set field', device: 0, document: 0 },
    { do: 'type in vain', device: 0, document: 0 },
    { do: 'compact', device: 0, document: 0 },
  ],
};

/**
 * A document that was purged here comes back in the comparison that follows a restore of the server from before the
 * deletion.
 */
const backInAComparison: History = {
  seed: 0,
  devices: 3,
  trouble: 0,
  steps: [
    { do: 'set field', device: 4, document: 3 },
    { do: 'type', device: 2, document: 3 },
    { do: 'pass time', milliseconds: 100 },
    { do: 'remove', device: 0, document: 3 },
    { do: 'server keeps a copy' },
    { do: 'pass time', milliseconds: 100 },
    { do: 'purge', device: 1 },
    { do: 'type', device: 2, document: 3 },
    { do: 'close screens', device: 0 },
    { do: 'server is put back', copy: 0 },
    { do: 'type', device: 0, document: 0 },
    { do: 'crash', device: 0 },
  ],
};

let sites: Site[];
beforeAll(async () => {
  sites = await Promise.all(['site-one', 'site-two'].map(openSite));
});
afterAll(() => Promise.all(sites.map((site) => site.close())));

test(`in ${count} histories everybody ends with the same, and no word is lost`, {
  timeout: Math.max(300_000, HISTORIES * LONGEST),
}, async () => {
  let tokens = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const verdict = await runHistory(history, sites);
      tokens += verdict.tokens;
      expect(verdict.faults, describeHistory(history)).toEqual([]);
    }),
    { seed: Number(seed), numRuns: HISTORIES, examples: [[sameUpdateAtSamePlace], [backInAComparison]] },
  );
  // The histories are not empty.
  expect(tokens).toBeGreaterThan(3 * HISTORIES);
});
