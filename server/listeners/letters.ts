import type { Executor } from '#server/db/transaction.ts';
import type { DurableListener } from '#server/services/events/durable-listener.ts';
import { announce } from '#server/services/letters/announce.ts';

/** Has posts that go live for the first time sent as letters, or told of in the next digest. */
export function letters(options: { db: Executor; hasMailServer: boolean }): DurableListener {
  return {
    name: 'letters',
    // What an import or a backup put back has brought is no news to readers.
    isOutside: true,
    handle: (events) => announce(events, options),
  };
}
