import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signInOwner } from '#tests/faults/owner.ts';
import { dataFolderWith } from '../data-folder.ts';
import { heavyCalls } from '../heavy-calls.ts';
import { followHolds, HOLD_BUDGET, LOOKS_EVERY, longestHold, loopProbe } from '../loop-hold.ts';
import { startOurServer } from '../our-server.ts';
import { ownerOf } from '../owner-of.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';

const POSTS = 10_000;
const TIMES = 3;
/** Work that an answer has started ends within this many milliseconds. */
const AFTERMATH = 1500;

/** The result for one call: how long the loop was held each time, without and with waits for a processor. */
interface Found {
  what: string;
  budget: number;
  holds: number[];
  withWaits: number[];
}

/** Measures how long the event loop is held by all expensive calls. */
export async function measureEventLoop(): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-bench-loop-'));
  try {
    cpSync(await dataFolderWith(POSTS), folder, { recursive: true });
    const credentials = await ownerOf(folder);
    const probe = path.join(folder, 'loop-holds');
    const server = await startOurServer(folder, {
      ...{ TRUST_PROXY: '127.0.0.1', BACKUP_DIR: path.join(folder, 'backups') },
      ...loopProbe(probe),
    });
    const ownHold = followHolds(probe);
    try {
      const owner = await signInOwner(() => server.address, { isMany: true, credentials });
      await wait(AFTERMATH);
      await ownHold();
      await wait(3000);
      const idle = await ownHold();
      await longestHold(server);
      const found: Found[] = [];
      for (const { what, isOnce = false, isLongText = false, run } of heavyCalls({
        owner,
        folder,
        address: server.address,
      })) {
        process.stderr.write(`  ${what}\n`);
        const [holds, withWaits]: [number[], number[]] = [[], []];
        for (let time = 0; time < (isOnce ? 1 : TIMES); time += 1) {
          await run(time);
          await wait(AFTERMATH);
          holds.push(await ownHold());
          withWaits.push(await longestHold(server));
        }
        found.push({ what, budget: isLongText ? HOLD_BUDGET.longText : HOLD_BUDGET.anything, holds, withWaits });
      }
      return report(found, idle);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function report(found: readonly Found[], idle: number): PartResult {
  return {
    checks: [
      longestOf('longest time the event loop was held, waits for a processor left out', found, HOLD_BUDGET.anything),
      longestOf('the same by the save of a post of more than 200,000 characters', found, HOLD_BUDGET.longText),
    ],
    details: `${table(
      ['what', 'longest ms', 'each time', 'with waits for a processor'],
      found.map(({ what, holds, withWaits }) => [
        what,
        figure(Math.max(...holds), 1),
        holds.map((hold) => figure(hold, 1)).join(', '),
        figure(Math.max(...withWaits), 1),
      ]),
    )}

Over ${figure(POSTS)} posts, one call after the other in a server that has just been started, so the first time includes what is loaded
at its first use. “Held” is the longest gap between two looks at the event loop, less the ${LOOKS_EVERY} ms between two looks,
from a call's beginning to ${figure(AFTERMATH)} ms after its answer; over three idle seconds it was ${figure(idle, 1)} ms. The time for which
the loop's thread waited for a processor is left out, as in the soak, because threads, clients and other programs share two of
them; the last column has it, as \`/metrics\` tells.
Collections of garbage and waits for the disk are in it. Import, export and backup are processes of their own beside the server.`,
  };
}

/** Returns the longest hold of the calls that have this budget. */
function longestOf(what: string, found: readonly Found[], budget: number): Check {
  const calls = found.filter((call) => call.budget === budget);
  const longest = Math.max(...calls.flatMap(({ holds }) => holds));
  const worst = calls.find(({ holds }) => holds.includes(longest))?.what ?? '';
  return {
    what: `${what} (${worst})`,
    budget: `≤ ${budget} ms`,
    measured: `${figure(longest, 1)} ms`,
    isMet: longest <= budget,
  };
}
