import type { Executor } from '#server/db/transaction.ts';
import { sumAiCalls } from '#server/repositories/ai-calls.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { monthStart } from './months.ts';
import { imageCost, type Prices, textCost } from './pricing.ts';
import type { TokenCounter } from './token-counter.ts';

export interface AiLimits {
  /** Tokens a prompt and its answer may have together. */
  context: number;
  /** Tokens an answer may have. */
  output: number;
  /** USD a calendar month (UTC); undefined for no limit. */
  monthlyUsd: number | undefined;
}

interface AdmissionOptions {
  db: Executor;
  clock: Clock;
  counter: TokenCounter;
  prices: Prices;
  limits: AiLimits;
}

/** Refuses calls before anything is spent; says how many tokens the prompt of others has. */
export interface Admission {
  /** Throws AppError `ai_context_too_large`, `ai_budget_reached`. */
  text(prompt: string): Promise<{ promptTokens: number }>;
  /** Throws AppError `ai_budget_reached`. */
  picture(prompt: string): Promise<{ promptTokens: number }>;
}

export function createAdmission({ db, clock, counter, prices, limits }: AdmissionOptions): Admission {
  async function admitSpending(atLeast: number | null): Promise<void> {
    if (limits.monthlyUsd === undefined) return;
    const { costUsd } = await sumAiCalls(db, { since: monthStart(clock.now()) });
    if ((costUsd ?? 0) + (atLeast ?? 0) >= limits.monthlyUsd) throw new AppError('ai_budget_reached');
  }
  return {
    async text(prompt) {
      const { tokens, estimated } = await counter.countPrompt(prompt);
      if (tokens + limits.output > limits.context) throw contextTooLarge(tokens, estimated, limits);
      await admitSpending(textCost(prices, tokens, 0));
      return { promptTokens: tokens };
    },
    async picture(prompt) {
      const { tokens } = await counter.countPrompt(prompt);
      await admitSpending(imageCost(prices));
      return { promptTokens: tokens };
    },
  };
}

/** Says what is too much in words that the owner's screen knows (docs/rules.md, "Context limit"). */
function contextTooLarge(tokens: number, isEstimated: boolean, { context, output }: AiLimits): AppError {
  const number = (value: number) => value.toLocaleString('en-US');
  const about = isEstimated ? 'about ' : '';
  return new AppError('ai_context_too_large', {
    message: `This prompt has ${about}${number(tokens)} tokens. With up to ${number(output)} for the answer that is more than the maximum context length of ${number(context)}.`,
  });
}
