import type { LiveCall } from './live-call.ts';

/** The log for the service's messages: no prompt, no answer, no key. */
export interface AiLog {
  info(line: object, message: string): void;
  warn(line: object, message: string): void;
  error(line: object, message: string): void;
}

/** The usage of a call so far, filled in while it runs. */
export interface Spending {
  /** False as long as nothing can have been charged. */
  isPaid: boolean;
  /** The usage that the provider reported; null until then. */
  usage: { promptTokens: number; completionTokens: number; costUsd?: number | undefined } | null;
}

export interface PaidWork<Answer> {
  /** The call's name in the contract. */
  call: string;
  /**
   * The caller's `Idempotency-Key`; undefined for a call that cannot be repeated and that ends when its caller leaves.
   */
  key: string | undefined;
  /** The content of the request, so that a key is not mistaken for the key of another request. */
  body: unknown;
  runId?: string | undefined;
  /** The step's id. */
  step?: string | undefined;
  /** The category for which the call is made. */
  categoryId?: number | undefined;
  /** For a second reading: the post or the document that is read. */
  reads?: string | undefined;
  /**
   * Chooses the model, and refuses the call before anything is spent. Not called for a stored answer, which is returned
   * whatever has become of its model.
   */
  admit(): Promise<AdmittedWork<Answer>>;
  /** Reads a stored answer. */
  parse(answer: unknown): Answer;
  /** The text from which an answer was made, for callers who watch it again. */
  textOf(answer: Answer): string;
}

/** A call that may be made. */
export interface AdmittedWork<Answer> {
  promptTokens: number;
  model: string;
  /** The profile with which the call is made; null for the environment's. */
  providerId: number | null;
  /** The cost of this number of tokens in this call. */
  costOf(promptTokens: number, completionTokens: number): number | null;
  /** Makes the call: writes text to `live` as it arrives, and the usage to `spending`. */
  run(live: LiveCall<Answer>, spending: Spending): Promise<{ answer: Answer; finishReason: string | null }>;
  /** Counts the tokens of a text for which the provider has reported no count. */
  count(text: string): Promise<number>;
}
