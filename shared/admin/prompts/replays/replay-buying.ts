import { ApiError } from '#shared/api-client/api-error.ts';
import { createReplay } from '#shared/contract/ai.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import { errorText } from '../../error-text.ts';
import type { ActionContext } from '../runs/action-context.ts';
import type { RunSession } from '../runs/run-session.ts';
import { type Better, type ReplayDocument, type ReplayItem, replayIn, writeItem } from './replay-document.ts';

/** Changes a replay, writes it to the disk and shows it. Throws NotKeptError. */
export type ChangeReplay = (session: RunSession, id: string, run: (document: ReplayDocument) => void) => Promise<void>;

/** Buys the outputs of replays, each item once. */
export function createReplayBuying({ ports, get, set }: ActionContext, change: ChangeReplay) {
  const atWork = new Set<string>();
  const itemsOf = (id: string) => get().replays.find((each) => each.id === id)?.items ?? [];

  /**
   * Buys one item after the other, each under its key, which is already on the disk. An answered item is not bought
   * again.
   */
  async function buyAll(session: RunSession, id: string): Promise<void> {
    if (atWork.has(id)) return;
    const replay = get().replays.find((each) => each.id === id);
    if (!replay) return;
    atWork.add(id);
    set({ replaying: [...atWork] });
    try {
      for (const { runId } of replay.items) {
        const item = itemsOf(id).find((each) => each.runId === runId);
        if (!item || item.fresh !== null || item.fault !== null) continue;
        const bought = await buy(item, replay.step);
        await change(session, id, (document) => writeItem(document, { ...bought, better: betterIn(document, runId) }));
      }
    } finally {
      atWork.delete(id);
      set({ replaying: [...atWork] });
    }
  }
  async function buy(item: ReplayItem, stepId: StepId): Promise<ReplayItem> {
    const { prompt, key } = item;
    const begunAt = ports.clock.now();
    try {
      const headers = { 'idempotency-key': key };
      const { output, usage } = await ports.api.call(createReplay, { body: { prompt, stepId }, headers });
      const fresh = { text: output, costUsd: usage.costUsd, ms: ports.clock.now() - begunAt };
      return { ...item, prompt: '', fresh };
    } catch (error) {
      // An error code comes from our own server and means that the call has ended; without a code the call is repeated
      // under its key.
      const hasEnded = error instanceof ApiError && error.code !== undefined && error.code !== 'overloaded';
      if (!hasEnded) throw error;
      return { ...item, fault: errorText(error) };
    }
  }

  return { itemsOf, buyAll };
}

/** Returns the owner's choice, which may have been made during the call. */
function betterIn(document: ReplayDocument, runId: string): Better | null {
  return replayIn(document)?.items.find((each) => each.runId === runId)?.better ?? null;
}
