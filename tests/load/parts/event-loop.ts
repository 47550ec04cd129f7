import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { argon2Passwords } from '#server/adapters/passwords.ts';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { resetOwnerPassword } from '#server/services/reset-password.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { signInOwner } from '#tests/faults/owner.ts';
import { dataFolderWith } from '../data-folder.ts';
import { heavyCalls } from '../heavy-calls.ts';
import { LOOKS_EVERY, longestHold } from '../loop-hold.ts';
import { startOurServer } from '../our-server.ts';
import { figure, type PartResult, table } from '../report.ts';

const POSTS = 10_000;
const HOLD_BUDGET = 50;
const TIMES = 3;
/** What was set off by an answer ends within this many milliseconds. */
const AFTERMATH = 1500;

/** How long the event loop is held by everything that costs much (budget: never longer than 50 ms). */
export async function measureEventLoop(): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-bench-loop-'));
  try {
    cpSync(await dataFolderWith(POSTS), folder, { recursive: true });
    const credentials = await ownerOf(folder);
    const server = await startOurServer(folder, { TRUST_PROXY: '127.0.0.1', BACKUP_DIR: path.join(folder, 'backups') });
    try {
      const owner = await signInOwner(() => server.address, { isMany: true, credentials });
      await wait(AFTERMATH);
      await longestHold(server);
      await wait(3000);
      const idle = await longestHold(server);
      const found: { what: string; holds: number[] }[] = [];
      for (const { what, isOnce = false, run } of heavyCalls({ owner, folder, address: server.address })) {
        process.stderr.write(`  ${what}\n`);
        const holds: number[] = [];
        for (let time = 0; time < (isOnce ? 1 : TIMES); time += 1) {
          await run(time);
          await wait(AFTERMATH);
          holds.push(await longestHold(server));
        }
        found.push({ what, holds });
      }
      return report(found, idle);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** A login for a folder whose first start made up a password. */
async function ownerOf(folder: string): Promise<{ email: string; password: string }> {
  const database = openDatabase(path.join(folder, DATABASE_FILE));
  try {
    const login = await resetOwnerPassword({ db: database.db, clock: systemClock, passwords: argon2Passwords });
    if (!login) throw new Error('The site has no owner');
    return login;
  } finally {
    await database.close();
  }
}

function report(found: readonly { what: string; holds: number[] }[], idle: number): PartResult {
  const longest = Math.max(...found.flatMap(({ holds }) => holds));
  const worst = found.find(({ holds }) => holds.includes(longest))?.what ?? '';
  return {
    checks: [
      {
        what: `longest time the event loop was held (${worst})`,
        budget: '≤ 50 ms',
        measured: `${figure(longest, 1)} ms`,
        isMet: longest <= HOLD_BUDGET,
      },
    ],
    details: `${table(
      ['what', 'longest ms', 'each time'],
      found.map(({ what, holds }) => [
        what,
        figure(Math.max(...holds), 1),
        holds.map((hold) => figure(hold, 1)).join(', '),
      ]),
    )}

Over ${figure(POSTS)} posts, one call after the other in a server that has just been started, so the first time includes what is loaded
at its first use. “Held” is the longest gap between two looks of the server's own \`/metrics\` at its event loop, less the
${LOOKS_EVERY} ms between two looks, from a call's beginning to ${figure(AFTERMATH)} ms after its answer; over three idle seconds it was ${figure(idle, 1)} ms.
Collections of garbage and waits for the disk are in it. Import, export and backup are processes of their own beside the server.`,
  };
}
