import type { Executor } from '#server/db/transaction.ts';
import type { TokenHolder } from '#server/repositories/api-tokens.ts';
import { hasTokenNetwork, noteInAudit } from '#server/repositories/history/audit.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** Tokens with a network that are remembered, so that the log is not asked for each call. */
const MOST_KNOWN = 10_000;
/** Networks of one token that are noted while the server runs: one that is used from everywhere fills no log. */
const MOST_OF_ONE = 50;

/** Notes where a token is used from, the first time for each network. */
export function createNetworkNotes(db: Executor, clock: Clock) {
  const known = new Set<string>();
  const noted = new Map<number, number>();
  return async ({ id, name, kind }: TokenHolder, network: string): Promise<void> => {
    const key = `${id} ${network}`;
    if (known.has(key)) return;
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(key);
    const count = noted.get(id) ?? 0;
    if (count >= MOST_OF_ONE || (await hasTokenNetwork(db, id, network))) return;
    noted.set(id, count + 1);
    const by = { kind, device: name, network };
    await noteInAudit(db, { event: 'token_new_network', subject: id, name, by }, clock.now());
  };
}
