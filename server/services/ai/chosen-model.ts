import type { AiProvider } from '#server/adapters/ai/provider.ts';
import type { Redact } from '#server/adapters/ai/redact.ts';
import type { AiModel } from '#shared/contract/ai-providers.ts';
import type { Prices } from './pricing.ts';

export interface AiLimits {
  /** Tokens a prompt and its answer may have together. */
  context: number;
  /** Tokens an answer may have. */
  output: number;
  /** USD that the model's profile may spend a calendar month (UTC); undefined for no limit of its own. */
  profileUsd: number | undefined;
}

/** A model as a call is made with it. */
export interface ChosenModel {
  /** Null for the environment's. */
  providerId: number | null;
  /** What its profile is called. */
  profile: string;
  model: string;
  /** Whether it can be shown pictures, where the owner says so. */
  sees: AiModel['sees'];
  provider: AiProvider;
  redact: Redact;
  prices: Prices;
  limits: AiLimits;
  /** Whether what a call costs is told by the provider where no price is known. */
  tellsCost: boolean;
}
