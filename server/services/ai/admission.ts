import type { Executor } from '#server/db/transaction.ts';
import { spentByProvider } from '#server/repositories/ai-calls.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { AiLimits, ChosenModel } from './chosen-model.ts';
import { monthStart } from './months.ts';
import { imageCost, textCost } from './pricing.ts';
import type { TokenCounter } from './token-counter.ts';

/** The approximate number of tokens that providers count for a picture of the size we send. */
const PICTURE_TOKENS = 800;

interface AdmissionOptions {
  db: Executor;
  clock: Clock;
  counter: TokenCounter;
  /** The limit of all spending in a calendar month (UTC), in USD, whoever has set it; null for no limit. */
  monthlyUsd(): Promise<number | null>;
}

type Asked = Pick<ChosenModel, 'prices' | 'limits' | 'providerId' | 'profile' | 'model' | 'tellsCost'>;

/** Refuses calls before anything is spent; for an admitted call, returns the number of tokens of its prompt. */
export interface Admission {
  /** Throws AppError `ai_context_too_large`, `ai_budget_reached`, `ai_not_configured`. */
  text(prompt: string, chosen: Asked, pictures?: number): Promise<{ promptTokens: number }>;
  /** Throws AppError `ai_budget_reached`, `ai_not_configured`. */
  picture(prompt: string, chosen: Asked): Promise<{ promptTokens: number }>;
}

export function createAdmission({ db, clock, counter, monthlyUsd }: AdmissionOptions): Admission {
  async function admitSpending(chosen: Asked, atLeast: number | null, isFree: boolean): Promise<void> {
    const { profileUsd } = chosen.limits;
    const limit = await monthlyUsd();
    if (limit === null && profileUsd === undefined) return;
    if (atLeast === null && !chosen.tellsCost) throw withoutPrice(chosen, 'a monthly limit');
    const spent = await spentByProvider(db, monthStart(clock.now()));
    // A model whose price is zero passes every limit, unless its provider has reported a cost.
    if (isFree && (spent.get(chosen.providerId) ?? 0) === 0) return;
    const all = [...spent.values()].reduce((sum, each) => sum + each, 0);
    if (limit !== null && all + (atLeast ?? 0) >= limit) throw new AppError('ai_budget_reached');
    if (profileUsd !== undefined && (spent.get(chosen.providerId) ?? 0) + (atLeast ?? 0) >= profileUsd) {
      const message = `“${chosen.profile}” has spent its monthly limit. Raise it in Settings, AI, or wait for the next month.`;
      throw new AppError('ai_budget_reached', { message });
    }
  }
  return {
    async text(prompt, chosen, pictures = 0) {
      const { limits, prices } = chosen;
      const { tokens: written, estimated } = await counter.countPrompt(prompt);
      const tokens = written + pictures * PICTURE_TOKENS;
      if (tokens + limits.output > limits.context) throw contextTooLarge(tokens, estimated, limits);
      await admitSpending(chosen, textCost(prices, tokens, 0), textCost(prices, 1, 1) === 0);
      return { promptTokens: tokens };
    },
    async picture(prompt, chosen) {
      const { tokens } = await counter.countPrompt(prompt);
      const cost = imageCost(chosen.prices);
      await admitSpending(chosen, cost, cost === 0);
      return { promptTokens: tokens };
    },
  };
}

/** Without a price a limit cannot be enforced. `limit` names the limit: "a monthly limit". */
export function withoutPrice(
  { profile, model, providerId }: Pick<Asked, 'profile' | 'model' | 'providerId'>,
  limit: string,
): AppError {
  const advice =
    providerId === null
      ? 'Its prices are set where the server is; or add a provider with prices in Settings, AI.'
      : `Set its prices at “${profile}” in Settings, AI.`;
  return new AppError('ai_not_configured', {
    message: `There is ${limit}, but no price of “${model}”, so that the limit could not hold. ${advice}`,
  });
}

/** Says what is too large, in words that the owner's screen recognizes (docs/rules.md, "Context limit"). */
function contextTooLarge(tokens: number, isEstimated: boolean, { context, output }: AiLimits): AppError {
  const number = (value: number) => value.toLocaleString('en-US');
  const about = isEstimated ? 'about ' : '';
  return new AppError('ai_context_too_large', {
    message: `This prompt has ${about}${number(tokens)} tokens. With up to ${number(output)} for the answer that is more than the maximum context length of ${number(context)}.`,
  });
}
