import { createStore } from 'zustand/vanilla';
import type { ReadableStore } from '#shared/admin/ports.ts';
import { AGE_HEADER } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** Knows how old what the page shows is, where main gave answers it had kept. */
export interface AnswerAge {
  /** Looks at an answer. */
  note(headers: Headers): void;
  /** The server is reached again: what comes now is new. */
  forget(): void;
  /** When the oldest of the kept answers was fetched, milliseconds since 1970; null where none was needed. */
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
