import { AppError } from '#shared/kernel/errors.ts';

/** How a call ended. */
type CallOutcome<Answer> = { answer: Answer } | { error: AppError };

/** A paid call as those see it who wait for it: the text so far, what comes, and the end. */
export interface WatchedCall<Answer> {
  /** Never rejects. */
  readonly outcome: Promise<CallOutcome<Answer>>;
  /** Pieces of the text in the order they came. Grows until the call has ended. */
  readonly pieces: readonly string[];
  readonly text: string;
  readonly hasEnded: boolean;
  /** Milliseconds the provider, being busy, is given before it is asked again; null while it is not waited for. */
  readonly paused: number | null;
  /** Tells of every piece, every pause and the end. Gives the function that stops it. */
  onChange(listener: () => void): () => void;
  /** Ends the call with this error, at the provider too. */
  abort(reason: AppError): void;
  /**
   * The caller has gone away. A call that has a key goes on: whoever comes back with it finds the answer. One without a
   * key can be found by nobody, and nothing more shall be paid for it.
   */
  leave(): void;
}

/**
 * A paid call from the side that makes it. Any number may watch, from any moment on. One that was answered before is a
 * call that has ended.
 */
export class LiveCall<Answer> implements WatchedCall<Answer> {
  readonly outcome: Promise<CallOutcome<Answer>>;
  readonly #hasKey: boolean;
  readonly #controller = new AbortController();
  readonly #pieces: string[] = [];
  readonly #listeners = new Set<() => void>();
  #settle: (outcome: CallOutcome<Answer>) => void = () => undefined;
  #hasEnded = false;
  #paused: number | null = null;

  constructor({ hasKey }: { hasKey: boolean }) {
    this.#hasKey = hasKey;
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get pieces(): readonly string[] {
    return this.#pieces;
  }

  get text(): string {
    return this.#pieces.join('');
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get paused(): number | null {
    return this.#paused;
  }

  /** Aborted when the call is to end before its time; its reason is the error the call ends with. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  abort(reason: AppError): void {
    if (!this.#hasEnded) this.#controller.abort(reason);
  }

  leave(): void {
    if (this.#hasKey) return;
    this.abort(new AppError('ai_provider_failed', { message: 'Nobody waited for this answer any more.' }));
  }

  pause(milliseconds: number | null): void {
    this.#paused = milliseconds;
    this.#tell();
  }

  append(piece: string): void {
    this.#pieces.push(piece);
    this.#tell();
  }

  end(outcome: CallOutcome<Answer>): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#settle(outcome);
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
