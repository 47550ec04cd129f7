import type { DesktopBridge, IpcOutput, StoreChange } from '#shared/contract/ipc.ts';
import type { DraftSummary } from '#shared/contract/workspace.ts';
import { fromBase64, toBase64 } from '#shared/workspace/base64.ts';
import { type DocumentStore, NotKeptError } from '#shared/workspace/store-port.ts';

type StoreBridge = Pick<
  DesktopBridge,
  'store.list' | 'store.load' | 'store.summaries' | 'store.tombstones' | 'workspace.apply'
> & { on: Pick<DesktopBridge['on'], 'documents.changed'> };
type Applied = Extract<IpcOutput<'workspace.apply'>, { ok: true }>;

export interface BridgeStore extends DocumentStore {
  /** Requests the next answer of `summaries` in advance. A change before `summaries` is called discards it. */
  askAhead(): void;
  /** Resolves once every request, and every request that followed directly from one, is done or has failed. */
  settled(): Promise<void>;
}

/** Returns the store over the documents of main's database. A promise resolves when main has committed. */
export function createBridgeStore(bridge: StoreBridge): BridgeStore {
  const pending = new Set<Promise<unknown>>();

  /** Sends a request to main. If main fails, nothing was stored: to the admin that is the same as a full disk. */
  async function ask<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    const asked = run();
    pending.add(asked);
    try {
      return await asked;
    } catch (error) {
      throw new NotKeptError(error);
    } finally {
      pending.delete(asked);
    }
  }
  let ahead: Promise<string> | null = null;
  const forgetAhead = () => {
    ahead = null;
  };
  bridge.on['documents.changed'](forgetAhead);
  async function apply(change: StoreChange): Promise<Applied> {
    if (change.type === 'append' || change.type === 'remove') forgetAhead();
    const answer = await ask(() => bridge['workspace.apply'](change));
    if (!answer.ok) throw new NotKeptError(new Error(answer.message));
    return answer;
  }

  return {
    list: (kind) => ask(() => bridge['store.list']({ kind })),
    load: async (id) => (await ask(() => bridge['store.load']({ id }))).map(fromBase64),
    async summaries() {
      const asked = ahead ?? ask(() => bridge['store.summaries']({}));
      forgetAhead();
      // Main has parsed each summary by its schema, as it does with the answers of every other channel.
      const listed: DraftSummary[] = JSON.parse(await asked);
      return listed;
    },
    askAhead() {
      ahead = ask(() => bridge['store.summaries']({}));
      ahead.catch(forgetAhead);
    },
    async append({ id, kind }, update) {
      await apply({ type: 'append', document: { id, kind }, update: toBase64(update) });
    },
    async remove({ id, kind, seen, at }) {
      const { outcome } = await apply({ type: 'remove', tombstone: { id, kind, seen: toBase64(seen), at } });
      return outcome ?? 'removed';
    },
    async tombstones() {
      const stones = await ask(() => bridge['store.tombstones']({}));
      return stones.map((stone) => ({ ...stone, seen: fromBase64(stone.seen) }));
    },
    async compact(id) {
      await apply({ type: 'compact', id });
    },
    async purge(before) {
      await apply({ type: 'purge', before });
    },
    async settled() {
      let idleTurns = 0;
      // One write may lead to the next: a journal sends the text that was typed in the meantime.
      while (idleTurns < 2) {
        idleTurns = pending.size === 0 ? idleTurns + 1 : 0;
        await Promise.allSettled(pending);
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
  };
}
