import type { Clock } from '#shared/kernel/clock.ts';

/** How long a stop waits for the call it overtook, in milliseconds. */
const WAITS = 10 * 60 * 1000;
const MAX_KEYS = 1000;

/** Keys that were stopped before their call had arrived; a bounded number, for a bounded time. */
export class StoppedKeys {
  readonly #times = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(key: string): void {
    this.#times.delete(key);
    this.#times.set(key, this.#clock.now());
    const [oldest] = this.#times.keys();
    if (this.#times.size > MAX_KEYS && oldest !== undefined) this.#times.delete(oldest);
  }

  has(key: string): boolean {
    const time = this.#times.get(key);
    return time !== undefined && this.#clock.now() - time < WAITS;
  }
}
