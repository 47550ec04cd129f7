import type { FinishReason } from '#shared/contract/ai.ts';
import type { ErrorCode, ProviderFault } from '#shared/kernel/errors.ts';

/** Tokens as the provider counted them. */
interface ProviderUsage {
  promptTokens: number;
  completionTokens: number;
  /** USD, where the provider says what the call cost. */
  costUsd?: number | undefined;
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

/** A picture that a model is shown. */
export interface PromptPicture {
  /** "image/webp". */
  type: string;
  bytes: Buffer;
}

/** Whoever answers prompts. Both calls throw {@link ProviderError}, nothing is tried twice, and `signal` ends the connection. */
export interface AiProvider {
  readonly textModel: string;
  readonly imageModel: string;
  chat(request: {
    prompt: string;
    /** Shown to the model beside the prompt, in this order. */
    pictures?: readonly PromptPicture[] | undefined;
    maxTokens: number;
    signal: AbortSignal;
  }): AsyncIterable<ChatPiece>;
  picture(request: { prompt: string; signal: AbortSignal }): Promise<PictureAnswer>;
  /** The models it names; costs nothing. */
  models(request: { signal: AbortSignal }): Promise<string[]>;
}

/** Where the owner looks when something is wrong: names of settings. */
export interface ProviderAdvice {
  key: string;
  address: string;
  model: string;
}

/** Why a provider did not answer. `message` is for the owner and holds neither key nor address. */
export class ProviderError extends Error {
  readonly code: ErrorCode;
  /** True where nothing can have been paid for and the same request may succeed in a moment. */
  readonly mayRetry: boolean;
  /** What the provider asks to wait, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly reason: ProviderFault | undefined;
  /** The provider's own words, which `message` ends with; absent where it said nothing that could be shown. */
  readonly said: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      mayRetry?: boolean;
      retryAfter?: number | undefined;
      reason?: ProviderFault | undefined;
      said?: string | undefined;
    } = {},
  ) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
    this.mayRetry = options.mayRetry ?? false;
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
    this.said = options.said;
  }
}
