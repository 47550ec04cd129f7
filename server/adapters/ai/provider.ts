import type { FinishReason } from '#shared/contract/ai.ts';
import type { ErrorCode, ProviderFault } from '#shared/kernel/errors.ts';

/** Token counts, as the provider counted them. */
interface ProviderUsage {
  promptTokens: number;
  completionTokens: number;
  /** The cost of the call in USD, when the provider reports it. */
  costUsd?: number | undefined;
}

/** A piece of a streamed answer; pieces come in order. An answer without a `finish` was cut off. */
export type ChatPiece =
  | { kind: 'text'; text: string }
  | { kind: 'refusal'; text: string }
  | { kind: 'model'; model: string }
  | { kind: 'finish'; reason: FinishReason }
  | { kind: 'usage'; usage: ProviderUsage };

export interface PictureAnswer {
  /** The bytes as the provider sent them; not checked yet. */
  bytes: Buffer;
  usage: ProviderUsage | null;
}

/** A picture that a model is shown. */
export interface PromptPicture {
  /** "image/webp". */
  type: string;
  bytes: Buffer;
}

/**
 * A provider that answers prompts. All calls throw {@link ProviderError}, nothing is tried twice, and `signal` ends the
 * connection.
 */
export interface AiProvider {
  readonly textModel: string;
  readonly imageModel: string;
  chat(request: {
    prompt: string;
    /** Pictures that the model is shown together with the prompt, in this order. */
    pictures?: readonly PromptPicture[] | undefined;
    maxTokens: number;
    signal: AbortSignal;
  }): AsyncIterable<ChatPiece>;
  picture(request: { prompt: string; signal: AbortSignal }): Promise<PictureAnswer>;
  /** Returns the names of the provider's models; costs nothing. */
  models(request: { signal: AbortSignal }): Promise<string[]>;
}

/** The settings that the owner should check when something is wrong, by name. */
export interface ProviderAdvice {
  key: string;
  address: string;
  model: string;
}

/** The reason why a provider did not answer. `message` is for the owner and holds neither key nor address. */
export class ProviderError extends Error {
  readonly code: ErrorCode;
  /** True when nothing can have been charged and the same request may succeed in a moment. */
  readonly mayRetry: boolean;
  /** The waiting time that the provider asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly reason: ProviderFault | undefined;
  /** The provider's own words, with which `message` ends; absent when there were none that could be shown. */
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
