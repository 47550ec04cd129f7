import { estimateSuggestion } from '#shared/contract/suggestions.ts';
import { errorText } from '../error-text.ts';
import { bodyOf } from './suggested-parts.ts';
import type { SuggesterCore } from './suggester-core.ts';
import type { PaidState, Price, Wish } from './suggester-states.ts';

/** Milliseconds without a keystroke before a price is fetched. */
const PAUSE = 300;

/**
 * Shows what is going to be asked for, and fetches its price. `before` is the state that the owner comes from and may
 * go back to.
 */
export function wishFor(core: SuggesterCore, wish: Wish, before?: PaidState): void {
  const signal = core.begin();
  const isUnsaid = wish.kind === 'command' && wish.command.trim() === '';
  core.set({ kind: 'wishing', wish, price: { kind: isUnsaid ? 'unknown' : 'asking' }, before });
  if (isUnsaid) return;
  const callOff = core.timers.after(PAUSE, async () => {
    const price = await priceOf(core, wish, signal);
    if (!signal.aborted) core.set({ kind: 'wishing', wish, price, before });
  });
  signal.addEventListener('abort', callOff);
}

async function priceOf({ api, post }: SuggesterCore, wish: Wish, signal: AbortSignal): Promise<Price> {
  const body = bodyOf(post, wish);
  if (!body) return { kind: 'refused', message: CHANGED };
  try {
    return { kind: 'known', foreseen: await api.call(estimateSuggestion, { body, signal }) };
  } catch (error) {
    return { kind: 'refused', message: errorText(error) };
  }
}

export const CHANGED = 'The text has changed since. Ask again about the new text.';
