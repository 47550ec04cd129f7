import { setTimeout as wait } from 'node:timers/promises';
import { isBusy } from '#shared/admin/editor/index.ts';
import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';

/** So long a busy server is waited for. */
export const PATIENCE_MS = 120_000;
/** Between two tries. */
export const PAUSE_MS = 250;

/** Asks until the server answers: a computer that is too busy to answer at once is no fault of what is tried on it. */
export async function askPatiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isLater = error instanceof OfflineError || (error instanceof ApiError && isBusy(error));
      if (!isLater || performance.now() - started > PATIENCE_MS) throw error;
      await wait(PAUSE_MS);
    }
  }
}
