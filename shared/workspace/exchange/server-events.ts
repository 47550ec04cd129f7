import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { EchoFilter } from './echo-filter.ts';
import type { ExchangeApi } from './exchange-port.ts';

/** Listens for the server's events between two rounds, and says when one asks for a round that pulls. */
export interface ServerEvents {
  isWatching(): boolean;
  /** Begins, unless it listens already. */
  watch(): void;
  unwatch(): void;
  /** Looks at the last event that nobody has looked at. */
  look(): void;
}

interface ServerEventsOptions {
  api: Pick<ExchangeApi, 'watch'>;
  echo: EchoFilter;
  /** Where the last pull came to. */
  place(): WorkspaceCursor | null;
  /** A round is under way: it may be pushing just what an event tells of. */
  isBusy(): boolean;
  /** The server speaks. */
  onEvent(): void;
  /** Something on the server is not here. */
  onNews(): void;
  /** The server has ended the stream, with an error or without one (null). */
  onEnd(error: unknown): void;
}

export function createServerEvents(options: ServerEventsOptions): ServerEvents {
  const { api, echo, place, isBusy, onEvent, onNews, onEnd } = options;
  let watching: AbortController | null = null;
  let heard: WorkspaceCursor | null = null;

  function look(): void {
    const event = heard;
    heard = null;
    if (event === null || watching === null) return;
    const kind = echo.classify(event, place());
    if (kind === 'new') onNews();
    else if (kind === 'echo') echo.pullLater(onNews);
  }

  return {
    isWatching: () => watching !== null,
    watch() {
      if (watching !== null) return;
      const controller = new AbortController();
      watching = controller;
      const handleEnd = (error: unknown) => {
        if (watching !== controller) return;
        watching = null;
        onEnd(error);
      };
      const hear = (event: WorkspaceCursor) => {
        if (watching !== controller) return;
        onEvent();
        heard = event;
        if (!isBusy()) look();
      };
      api.watch(hear, controller.signal).then(() => handleEnd(null), handleEnd);
    },
    unwatch() {
      watching?.abort();
      watching = null;
    },
    look,
  };
}
