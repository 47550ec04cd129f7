import type { Network } from '../servers/network.ts';
import { isGatewayFault } from '../servers/server-session.ts';
import type { Asked, AskServer } from './ask-server.ts';

interface OrKeptOptions {
  ask: AskServer;
  network: Pick<Network, 'isOnline' | 'doubt'>;
  /** The longest time, in milliseconds, that a server may take before the stored answer is given instead. */
  patience: number;
  /** Returns the page's answer when there is neither a server's nor a stored one. */
  unreached(request: Request, error: unknown, gone: AbortSignal): Response;
}

/** Gives the server's answer if it comes in time; otherwise the stored answer that `findKept` finds. */
export function createOrKept({ ask, network, patience, unreached }: OrKeptOptions) {
  return async function orKept<Kept>(
    asked: Asked,
    findKept: () => Kept | null,
    give: (kept: Kept) => Response,
    take: (response: Response) => Promise<Response>,
  ): Promise<Response> {
    const { request, gone } = asked;
    const hurry = new AbortController();
    const signal = AbortSignal.any([gone, hurry.signal]);
    const limit = network.isOnline() ? patience : patience / 4;
    let instead: Kept | null = null;
    const timer = setTimeout(() => {
      instead = findKept();
      if (instead !== null) hurry.abort();
    }, limit);
    try {
      const response = await ask(asked, signal);
      const other = isGatewayFault(response) ? findKept() : null;
      if (other === null) return await take(response);
      await response.body?.cancel();
      return give(other);
    } catch (error) {
      instead ??= gone.aborted ? null : findKept();
      if (instead === null || gone.aborted) return unreached(request, error, gone);
      if (hurry.signal.aborted) network.doubt();
      return give(instead);
    } finally {
      clearTimeout(timer);
    }
  };
}
