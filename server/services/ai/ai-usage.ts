import type { Executor } from '#server/db/transaction.ts';
import { sumAiCalls } from '#server/repositories/ai-calls.ts';
import type { getAiUsage } from '#shared/contract/ai.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ChosenModel } from './chosen-model.ts';
import type { Models } from './models.ts';
import { isoMonth, monthStart } from './months.ts';
import { imageCost, textCost } from './pricing.ts';

interface UsageOptions {
  db: Executor;
  clock: Clock;
  models: Pick<Models, 'choose'>;
  /** The limit of all spending in a calendar month (UTC), in USD; null for no limit. */
  monthlyUsd(): Promise<number | null>;
}

/** The tokens and costs of AI calls. */
export function createAiUsage({ db, clock, models, monthlyUsd }: UsageOptions) {
  /** The model for texts; null when there is none. */
  async function textModel(): Promise<ChosenModel | null> {
    try {
      return await models.choose('text');
    } catch (error) {
      if (error instanceof AppError && error.code === 'ai_not_configured') return null;
      throw error;
    }
  }

  return {
    /** The usage of a run, or of this month when no run is named. */
    async of(runId: string | undefined): Promise<AnswerOf<typeof getAiUsage>> {
      const now = clock.now();
      const sum = await sumAiCalls(db, runId === undefined ? { since: monthStart(now) } : { runId });
      const chosen = await textModel();
      const hasPrice = chosen !== null && (textCost(chosen.prices, 0, 0) ?? imageCost(chosen.prices)) !== null;
      return {
        month: isoMonth(now),
        calls: sum.calls,
        promptTokens: sum.promptTokens,
        completionTokens: sum.completionTokens,
        totalTokens: sum.promptTokens + sum.completionTokens,
        costUsd: sum.costUsd ?? (hasPrice ? 0 : null),
        limitUsd: await monthlyUsd(),
        isConfigured: chosen !== null,
      };
    },
    /** USD that may still be spent this month; null for no limit. */
    async leftUsd(): Promise<number | null> {
      const limit = await monthlyUsd();
      const { costUsd: spent } = await sumAiCalls(db, { since: monthStart(clock.now()) });
      return limit === null ? null : Math.max(0, limit - (spent ?? 0));
    },
  };
}
