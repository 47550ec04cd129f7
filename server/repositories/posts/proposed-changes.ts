import { atomically, type Executor } from '#server/db/transaction.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { findProposer, insertProposal, type Proposer } from '../proposals.ts';
import { findPending, keepPending, type StoredChange } from './pending-changes.ts';

const TAKEN = 'A change of the owner’s, or of another program, waits beside this post. The owner decides on it first.';

/**
 * Stores a proposed change as the pending change of a post. It replaces a change that the same token proposed before,
 * as long as nobody has edited that since. Returns the proposal's id. Throws AppError `pending_conflict`,
 * `too_many_proposals`.
 */
export async function keepProposedChange(
  ex: Executor,
  change: Pick<StoredChange, 'postId' | 'fields' | 'base' | 'baseVersion'>,
  proposer: Proposer,
  now: number,
): Promise<number> {
  const { postId } = change;
  return atomically(ex, async (trx) => {
    const before = await findPending(trx, postId);
    const earlier = await findProposer(trx, postId);
    if (before && (earlier?.tokenId !== proposer.tokenId || earlier.version !== before.version || before.dueAt)) {
      throw new AppError('pending_conflict', { message: TAKEN });
    }
    if (earlier) await trx.deleteFrom('proposals').where('id', '=', earlier.id).execute();
    const version = (before?.version ?? 0) + 1;
    const id = await insertProposal(trx, proposer, { postId, kind: 'change', version }, now);
    await keepPending(trx, { ...change, dueAt: null }, before?.version ?? 0, now);
    await trx.updateTable('pending_changes').set({ proposal_id: id }).where('post_id', '=', postId).execute();
    return id;
  });
}
