import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { EchoFilter } from './echo-filter.ts';
import type { ExchangeApi } from './exchange-port.ts';

/** Listens for the server's events between two rounds, and reports when an event requires a round that pulls. */
export interface ServerEvents {
  isWatching(): boolean;
  /** Begins to listen, unless it listens already. */
  watch(): void;
  unwatch(): void;
  /** Examines the last event that was not examined yet. */
  look(): void;
}

interface ServerEventsOptions {
  api: Pick<ExchangeApi, 'watch'>;
  echo: EchoFilter;
  /** Returns the place that the last pull reached. */
  place(): WorkspaceCursor | null;
  /** Whether a round is running, which may be pushing the very changes that an event reports. */
  isBusy(): boolean;
  /** Called at each event of the server. */
  onEvent(): void;
  /** Called when the server has something that is not here. */
  onNews(): void;
  /** Called when the stream has ended, with an error or without one (null). */
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
