import type { ExchangeState } from '#shared/contract/workspace.ts';
import type { ReadableStore } from '../ports.ts';

/**
 * Calls `listener` whenever a server that could not be reached answers the exchange again; returns the function that
 * ends it.
 */
export function onServerBack(exchange: ReadableStore<ExchangeState>, listener: () => void): () => void {
  return exchange.subscribe((now, before) => {
    if (now.isOnline && !before.isOnline) listener();
  });
}
