import { setTimeout as wait } from 'node:timers/promises';
import { isBusy } from '#shared/admin/editor/index.ts';
import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';

/** The milliseconds for which a busy server is waited for. */
export const PATIENCE_MS = 120_000;
/** The milliseconds between two tries. */
export const PAUSE_MS = 250;

/** Asks until the server answers: a computer that is too busy to answer at once is not a fault of the tested code. */
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
