import type { FinishReason } from '#shared/contract/ai.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';

/** Tokens as the provider counted them. */
interface ProviderUsage {
  promptTokens: number;
  completionTokens: number;
}

/** A piece of a streamed answer, in the order it came. One without a `finish` was cut. */
export type ChatPiece =
  | { kind: 'text'; text: string }
  | { kind: 'refusal'; text: string }
  | { kind: 'model'; model: string }
  | { kind: 'finish'; reason: FinishReason }
  | { kind: 'usage'; usage: ProviderUsage };

export interface PictureAnswer {
  /** As the provider sent them; not looked at yet. */
  bytes: Buffer;
  usage: ProviderUsage | null;
}

/** Whoever answers prompts. Both calls throw {@link ProviderError}, nothing is tried twice, and `signal` ends the connection. */
export interface AiProvider {
  readonly textModel: string;
  readonly imageModel: string;
  chat(request: { prompt: string; maxTokens: number; signal: AbortSignal }): AsyncIterable<ChatPiece>;
  picture(request: { prompt: string; signal: AbortSignal }): Promise<PictureAnswer>;
}

/** Why a provider did not answer. `message` is for the owner and holds neither key nor address. */
export class ProviderError extends Error {
  readonly code: ErrorCode;
  /** True where nothing can have been paid for and the same request may succeed in a moment. */
  readonly mayRetry: boolean;
  /** What the provider asks to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: { mayRetry?: boolean; retryAfter?: number | undefined } = {}) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
    this.mayRetry = options.mayRetry ?? false;
    this.retryAfter = options.retryAfter;
  }
}
