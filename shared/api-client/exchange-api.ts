import { getMe } from '#shared/contract/session.ts';
import {
  compareWorkspace,
  pullUpdates,
  pushUpdates,
  type WorkspaceCursor,
  type WorkspaceUpdate,
  watchWorkspace,
} from '#shared/contract/workspace.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { OfflineError } from './api-error.ts';
import type { ApiClient } from './client.ts';

/** A call without an answer for this long has lost its connection: after a computer has slept, it is not told so. */
const CALL_MS = 120_000;
/** The event stream sends a comment line every 15 s; after this silence, its connection counts as lost. */
const SILENCE_MS = 45_000;

/**
 * Makes the server's workspace calls in the form the exchange needs (`shared/workspace`, ExchangeApi). They reject like
 * `api.call`; a call that hangs is aborted as offline.
 */
export function createExchangeApi(api: ApiClient, timers: Timers = systemTimers) {
  async function within<T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const cancel = timers.after(milliseconds, () => controller.abort());
    try {
      return await call(controller.signal);
    } catch (error) {
      throw controller.signal.aborted ? new OfflineError(error) : error;
    } finally {
      cancel();
    }
  }

  return {
    greet: async () => void (await within(CALL_MS, (signal) => api.call(getMe, { signal }))),
    pull: (cursor: WorkspaceCursor | null, limit?: number) =>
      within(CALL_MS, (signal) => api.call(pullUpdates, { query: { ...cursor, limit }, signal })),
    push: async (siteId: string, updates: WorkspaceUpdate[]) =>
      (await within(CALL_MS, (signal) => api.call(pushUpdates, { body: { siteId, updates }, signal }))).stored,
    compare: (documents: { documentId: string; vector: string }[], last?: string) =>
      within(CALL_MS, (signal) => api.call(compareWorkspace, { body: { documents, after: last }, signal })),

    async watch(onCursor: (cursor: WorkspaceCursor) => void, signal: AbortSignal): Promise<void> {
      const controller = new AbortController();
      const end = () => controller.abort();
      signal.addEventListener('abort', end, { once: true });
      let isSilent = false;
      let cancel = () => {};
      const onBytes = () => {
        cancel();
        cancel = timers.after(SILENCE_MS, () => {
          isSilent = true;
          end();
        });
      };
      onBytes();
      try {
        if (signal.aborted) return;
        for await (const { data } of api.events(watchWorkspace, { signal: controller.signal, onBytes })) onCursor(data);
      } catch (error) {
        throw isSilent ? new OfflineError(error) : error;
      } finally {
        cancel();
        signal.removeEventListener('abort', end);
      }
    },
  };
}
