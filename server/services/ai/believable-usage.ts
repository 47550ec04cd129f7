import { estimateTokens } from '#server/workers/tokens-estimate.ts';
import type { AiLimits } from './chosen-model.ts';
import type { Spending } from './paid-work.ts';

interface Seen {
  /** As we have counted them. */
  promptTokens: number;
  output: string;
  limits: Pick<AiLimits, 'context'>;
}

/** Tokenizers differ by less than this. */
const FACTOR = 5;

/**
 * Whether a provider can have counted so many tokens: not fewer than a fifth of ours, which would let a monthly limit be
 * passed unseen, and not more than the model takes, which would use it up. What a model thinks to itself is counted by
 * the provider alone, so that an answer may have many more tokens than its text.
 */
function isBelievable(
  told: { promptTokens: number; completionTokens: number },
  { promptTokens, output, limits }: Seen,
): boolean {
  const fewest = { prompt: promptTokens / FACTOR, completion: estimateTokens(output) / (2 * FACTOR) };
  const isTooLittle =
    told.promptTokens < Math.floor(fewest.prompt) || told.completionTokens < Math.floor(fewest.completion);
  return !isTooLittle && told.promptTokens <= limits.context && told.completionTokens <= limits.context;
}

/** Takes back what a provider said that cannot be; it is counted here then, and costs what the prices say. */
export function forgetLie(spending: Spending, seen: Seen): void {
  if (spending.usage !== null && !isBelievable(spending.usage, seen)) spending.usage = null;
}
