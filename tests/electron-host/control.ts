import { runInThisContext } from 'node:vm';
import { z } from 'zod';
import * as electron from './electron/index.ts';

const request = z.object({ type: z.literal('evaluate'), id: z.int(), source: z.string(), arg: z.unknown().optional() });

/** Lets the process that started the host evaluate functions in it, as Playwright's ElectronApplication does. */
export function startControl(): void {
  process.on('message', async (message) => {
    const { id, source, arg } = request.parse(message);
    try {
      // The text of a function from the test itself.
      const run = runInThisContext(`(${source})`) as (module: typeof electron, arg: unknown) => unknown;
      process.send?.({ type: 'answer', id, value: await run(electron, arg) });
    } catch (error) {
      process.send?.({
        type: 'answer',
        id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  });
  // The test process is gone, so nothing else would end the host.
  process.once('disconnect', () => process.exit(0));
}
