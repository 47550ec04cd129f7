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

/** A call that says nothing for so long has lost its connection: a computer that slept is not told so. */
const CALL_MS = 120_000;
/** The stream of events has a comment line every 15 s. */
const SILENCE_MS = 45_000;

/**
 * The server's workspace calls as the exchange wants them (`shared/workspace`, ExchangeApi). They reject as `api.call`
 * does; one that hangs is given up as offline.
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
