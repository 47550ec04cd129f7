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
  usage: { promptTokens: number; completionTokens: number } | null;
}

export interface PaidWork<Answer> {
  /** The call's name in the contract. */
  call: string;
  /** The caller's `Idempotency-Key`; undefined for a call that cannot be repeated and ends when its caller leaves. */
  key: string | undefined;
  /** What was asked, so that a key is not taken for another request's. */
  body: unknown;
  model: string;
  runId?: string | undefined;
  /** The step's id. */
  step?: string | undefined;
  /** Refuses the call before anything is spent, or says how many tokens its prompt has. */
  admit(): Promise<{ promptTokens: number }>;
  /** What so many tokens of this call cost. */
  costOf(promptTokens: number, completionTokens: number): number | null;
  /** Makes the call: text goes to `live` as it comes, what was spent into `spending`. */
  run(live: LiveCall<Answer>, spending: Spending): Promise<{ answer: Answer; finishReason: string | null }>;
  /** Tokens of a text the provider has not counted. */
  count(text: string): Promise<number>;
  /** Reads an answer that was kept. */
  parse(answer: unknown): Answer;
  /** The text an answer was made of, for those who watch it again. */
  textOf(answer: Answer): string;
}
