import { AGE_HEADER } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** Knows how old what the page shows is, where main gave answers it had kept. */
export interface AnswerAge {
  /** Looks at an answer. */
  note(headers: Headers): void;
  /** The server is reached again: what comes now is new. */
  forget(): void;
  /** When the oldest of the kept answers was fetched, milliseconds since 1970; null where none was needed. */
  oldest(): number | null;
  onChange(listener: () => void): () => void;
}

export function createAnswerAge(clock: Clock): AnswerAge {
  const listeners = new Set<() => void>();
  let oldest: number | null = null;
  const set = (next: number | null) => {
    if (next === oldest) return;
    oldest = next;
    for (const listener of listeners) listener();
  };
  return {
    note(headers) {
      const age = Number(headers.get(AGE_HEADER) ?? Number.NaN);
      if (!Number.isFinite(age) || age < 0) return;
      const fetchedAt = clock.now() - age * 1000;
      set(oldest === null ? fetchedAt : Math.min(oldest, fetchedAt));
    },
    forget: () => set(null),
    oldest: () => oldest,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
