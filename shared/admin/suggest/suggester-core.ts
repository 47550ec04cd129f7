import { createStore } from 'zustand/vanilla';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { createCallStops } from '../ai-call.ts';
import type { AskedSuggestion, KeptSuggestions } from './kept-suggestion.ts';
import type { SuggestedPost, SuggesterState } from './suggester-states.ts';

export interface SuggesterOptions {
  api: ApiClient;
  clock: Clock;
  timers: Timers;
  unique(): string;
  post: SuggestedPost;
  kept: KeptSuggestions;
  /** The language of the last translation. */
  language: { get(): string; set(language: string): void };
  /** Called when nobody is signed in. */
  onSignedOut(): void;
}

export type SuggesterCore = ReturnType<typeof createSuggesterCore>;

/** What the parts of a suggester share: its state, its work in progress, and what this computer keeps of it. */
export function createSuggesterCore(options: SuggesterOptions) {
  const { post, kept } = options;
  const store = createStore<SuggesterState>(() => ({ kind: 'closed' }));
  const stops = createCallStops(options);
  let underWay: AbortController | null = null;
  let keptAt: string | null = null;

  function letGo(): void {
    underWay?.abort();
    underWay = null;
  }
  /** Deletes what was asked for, so that it is no longer found when the form is opened again. */
  function forget(): void {
    if (keptAt !== null) void dropAt(keptAt);
    keptAt = null;
  }
  const dropAt = (place: string) => kept.drop(place).catch(() => undefined);

  return {
    ...options,
    store,
    stops,
    set: (state: SuggesterState) => store.setState(state, true),
    /** Stops listening; a call continues at the server. */
    letGo,
    /** Begins new work in place of the work in progress. The returned signal is aborted when other work begins. */
    begin(): AbortSignal {
      letGo();
      underWay = new AbortController();
      return underWay.signal;
    },
    /**
     * Writes what was asked for to the disk. Where this computer keeps nothing, the call is made all the same: the
     * server keeps its key.
     */
    async keep(asked: AskedSuggestion): Promise<void> {
      const place = post.place();
      // A new post has got an address in the meantime.
      if (keptAt !== null && keptAt !== place) void dropAt(keptAt);
      keptAt = place;
      await kept.keep(place, asked).catch(() => undefined);
    },
    hasMoved: () => keptAt !== null && keptAt !== post.place(),
    async find(): Promise<AskedSuggestion | null> {
      const found = await kept.find(post.place()).catch(() => null);
      if (found) keptAt = post.place();
      return found;
    },
    forget,
    /** Closes the card: nothing is asked for any more. */
    close(): void {
      letGo();
      store.setState({ kind: 'closed' }, true);
      forget();
    },
  };
}
