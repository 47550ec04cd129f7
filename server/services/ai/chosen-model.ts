import type { AiProvider } from '#server/adapters/ai/provider.ts';
import type { Redact } from '#server/adapters/ai/redact.ts';
import type { AiModel } from '#shared/contract/ai-providers.ts';
import type { Prices } from './pricing.ts';

export interface AiLimits {
  /** The largest number of tokens that a prompt and its answer may have together. */
  context: number;
  /** The largest number of tokens that an answer may have. */
  output: number;
  /**
   * USD that the model's profile may spend in a calendar month (UTC); undefined when the profile has no limit of its
   * own.
   */
  profileUsd: number | undefined;
}

/** A model with everything that a call needs. */
export interface ChosenModel {
  /** Null for the provider of the environment. */
  providerId: number | null;
  /** The name of the model's profile. */
  profile: string;
  model: string;
  /** Whether the model accepts pictures, if the owner has said so. */
  sees: AiModel['sees'];
  provider: AiProvider;
  redact: Redact;
  prices: Prices;
  limits: AiLimits;
  /** Whether the provider reports the cost of a call when no price is known. */
  tellsCost: boolean;
}
