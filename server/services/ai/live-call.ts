import { AppError } from '#shared/kernel/errors.ts';

/** How a call ended. */
type CallOutcome<Answer> = { answer: Answer } | { error: AppError };

/** A paid call for those who watch it: the text so far, each new piece, and the end. */
export interface WatchedCall<Answer> {
  /** Never rejects. */
  readonly outcome: Promise<CallOutcome<Answer>>;
  /** Pieces of the text in the order of their arrival. The list grows until the call has ended. */
  readonly pieces: readonly string[];
  readonly text: string;
  readonly hasEnded: boolean;
  /** The pause in milliseconds before a busy provider is asked again; null when there is no pause. */
  readonly paused: number | null;
  /** Calls the listener at every piece, every pause and the end. Returns the function that unsubscribes it. */
  onChange(listener: () => void): () => void;
  /** Ends the call with this error, and cancels it at the provider. */
  abort(reason: AppError): void;
  /**
   * Says that the caller has left. A call with a key continues: a caller who returns with the key finds the answer. A
   * call without a key cannot be found again, so it is ended and nothing more is paid for it.
   */
  leave(): void;
}

/**
 * A paid call for the code that makes it. Any number of callers may watch it, from any moment on. A call that was
 * answered earlier is represented as a call that has ended.
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

  /** The signal that is aborted when the call has to end early; its reason is the error with which the call ends. */
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
