import { atomically, type Executor } from '#server/db/transaction.ts';
import { insertPathRedirect, listPathRedirects } from '#server/repositories/path-redirects.ts';
import type { RedirectFields } from '#shared/contract/redirects.ts';
import { pathKey, readSitePath } from '#shared/kernel/site-path.ts';
import { readRedirectTarget } from '../redirect-target.ts';
import type { ImportLedger } from './import-ledger.ts';

/**
 * Adds the redirects of an export and returns their number. A redirect from an address that already has one here is
 * skipped, and so are values that no export of ours contains: a chain, an address of another site, an invalid target.
 * They are stored as redirects of the import, separate from those that the owner types, because a site that has moved
 * before brings many.
 */
export async function bringRedirects(
  db: Executor,
  exported: readonly RedirectFields[],
  { now, isDryRun, ledger }: { now: number; isDryRun: boolean; ledger?: ImportLedger | undefined },
): Promise<number> {
  return atomically(db, async (trx) => {
    const known = await listPathRedirects(trx);
    const begins = new Set([...known, ...exported].map(({ path }) => path));
    const paths = new Set(known.map(({ path }) => path));
    const ends = new Set(known.map(({ target }) => readSitePath(target)?.pathname));
    let brought = 0;
    for (const { path, target, status } of exported) {
      const from = readSitePath(path);
      const to = readRedirectTarget(target, null);
      const end = to === null ? null : readSitePath(to);
      if (!from || to === null || paths.has(pathKey(from)) || ends.has(from.pathname)) continue;
      if (end && (begins.has(end.pathname) || begins.has(pathKey(end)))) continue;
      const row = {
        importId: ledger?.importId,
        path: pathKey(from),
        target: to,
        status,
        targetPath: end?.pathname ?? null,
        now,
      };
      if (!isDryRun) {
        await insertPathRedirect(trx, row);
        await ledger?.made(trx, 'redirect', row.path, row.target);
      }
      paths.add(row.path);
      brought += 1;
    }
    return brought;
  });
}
