import type { Exchange } from '#shared/workspace/exchange-port.ts';

/**
 * Calls back whenever a server that could not be reached answers the exchange again; returns a function that ends it.
 */
export function onServerBack(exchange: Pick<Exchange, 'state' | 'onState'>, listener: () => void): () => void {
  let wasOnline = exchange.state().isOnline;
  return exchange.onState(() => {
    const { isOnline } = exchange.state();
    if (isOnline && !wasOnline) listener();
    wasOnline = isOnline;
  });
}
