import type { Executor } from '#server/db/transaction.ts';
import { changesPages } from '#server/http/pages/page-tags.ts';
import { embedsInUse } from '#server/repositories/embeds.ts';
import type { Listener } from '#server/services/events/site-events.ts';
import type { EmbedProvider } from '#shared/content/html/embed-frames.ts';
import type { Clock } from '#shared/kernel/clock.ts';

interface EmbedsOptions {
  db: Executor;
  clock: Clock;
  /** Called when the providers have changed: a page rendered before that carries the earlier policy. */
  onChange: () => void;
  onError: (error: unknown) => void;
}

/** Tracks the providers whose embeds are in live posts, for the content security policy. */
export async function watchEmbeds({ db, clock, onChange, onError }: EmbedsOptions) {
  let current = await embedsInUse(db, clock.now());
  const look = async () => {
    const found = await embedsInUse(db, clock.now());
    const isSame = found.size === current.size && [...found].every((name) => current.has(name));
    if (isSame) return;
    current = found;
    onChange();
  };
  const listener: Listener = (events) => {
    if (events.some(changesPages)) look().catch(onError);
  };
  return { current: (): ReadonlySet<EmbedProvider> => current, listener };
}
