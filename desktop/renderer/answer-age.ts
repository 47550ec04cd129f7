import { createStore } from 'zustand/vanilla';
import type { ReadableStore } from '#shared/admin/ports.ts';
import { AGE_HEADER } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** Tracks the age of what the page shows, when main gave stored answers. */
export interface AnswerAge {
  /** Notes the age of an answer. */
  note(headers: Headers): void;
  /** Forgets the age because the server can be reached again: further answers are new. */
  forget(): void;
  /**
   * The time when the oldest of the stored answers was fetched, in milliseconds since 1970; null when none was used.
   */
  readonly oldest: ReadableStore<number | null>;
}

export function createAnswerAge(clock: Clock): AnswerAge {
  const oldest = createStore<number | null>(() => null);
  return {
    note(headers) {
      const age = Number(headers.get(AGE_HEADER) ?? Number.NaN);
      if (!Number.isFinite(age) || age < 0) return;
      const fetchedAt = clock.now() - age * 1000;
      oldest.setState((before) => (before === null ? fetchedAt : Math.min(before, fetchedAt)));
    },
    forget: () => oldest.setState(null),
    oldest,
  };
}
