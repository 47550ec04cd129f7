import type { LiveCall } from './live-call.ts';

/** Where the service says what happened: no prompt, no answer, no key. */
export interface AiLog {
  info(line: object, message: string): void;
  warn(line: object, message: string): void;
  error(line: object, message: string): void;
}

/** What a call has taken so far, filled while it runs. */
export interface Spending {
  /** False while nothing can have been paid for. */
  isPaid: boolean;
  /** As the provider said; null until it has. */
  usage: { promptTokens: number; completionTokens: number; costUsd?: number | undefined } | null;
}

export interface PaidWork<Answer> {
  /** The call's name in the contract. */
  call: string;
  /** The caller's `Idempotency-Key`; undefined for a call that cannot be repeated and ends when its caller leaves. */
  key: string | undefined;
  /** What was asked, so that a key is not taken for another request's. */
  body: unknown;
  runId?: string | undefined;
  /** The step's id. */
  step?: string | undefined;
  /** The category it is for. */
  categoryId?: number | undefined;
  /** Of a second reading: the post or the document it is bought for. */
  reads?: string | undefined;
  /**
   * Chooses the model and refuses the call before anything is spent. Not asked for an answer that is kept, which is
   * given whatever has become of the model that wrote it.
   */
  admit(): Promise<AdmittedWork<Answer>>;
  /** Reads an answer that was kept. */
  parse(answer: unknown): Answer;
  /** The text an answer was made of, for those who watch it again. */
  textOf(answer: Answer): string;
}

/** A call that may be made. */
export interface AdmittedWork<Answer> {
  promptTokens: number;
  model: string;
  /** The profile it is made with; null for the environment's. */
  providerId: number | null;
  /** What so many tokens of this call cost. */
  costOf(promptTokens: number, completionTokens: number): number | null;
  /** Makes the call: text goes to `live` as it comes, what was spent into `spending`. */
  run(live: LiveCall<Answer>, spending: Spending): Promise<{ answer: Answer; finishReason: string | null }>;
  /** Tokens of a text the provider has not counted. */
  count(text: string): Promise<number>;
}
