import { costText, countText } from '../../cost-text.ts';

/** The server's estimate of a prompt's tokens and cost (contract, `estimatePrompt`). */
export interface Estimate {
  readonly tokens: number;
  readonly estimated: boolean;
  readonly contextLimit: number;
  readonly maxOutputTokens: number;
  readonly costUsd: number | null;
  /** The cost of an answer as long as the prompt asks for; absent when the server does not give it. */
  readonly usualUsd?: number | null | undefined;
  /** The model that would write the answer. */
  readonly model: string;
}

/** How full the model's context will be. Shares are per cent of the limit, 0 to 100. */
export interface ContextFill {
  readonly promptPercent: number;
  /** The share that the longest answer may take in addition; the two together never exceed 100. */
  readonly answerPercent: number;
  readonly fits: boolean;
  /** The model and the expected cost; also how full the context is, when it is nearly full. */
  readonly text: string;
  /** All counted values. */
  readonly detail: string;
}

/** Below this percentage the owner need not know how full the context is. */
const NEARLY_FULL = 50;

/**
 * Returns how full a prompt makes the model's context, with room for the longest answer, and the words for it.
 * `spentUsd` is the former cost of the step; null when the step was never run or has no price.
 */
export function contextFill(estimate: Estimate, spentUsd: number | null): ContextFill {
  const usualUsd = spentUsd ?? estimate.usualUsd ?? null;
  const { tokens, estimated, contextLimit, maxOutputTokens, costUsd, model } = estimate;
  const fits = tokens + maxOutputTokens <= contextLimit;
  const promptPercent = Math.min(100, (tokens / contextLimit) * 100);
  const answerPercent = Math.min(100 - promptPercent, (maxOutputTokens / contextLimit) * 100);
  const share = Math.round((tokens / contextLimit) * 100);
  const parts = [
    model,
    `${estimated ? 'About ' : ''}${countText(tokens)} of ${countText(contextLimit)} tokens`,
    share < 1 ? 'under 1% of the context' : `${share}% of the context`,
    ...(costUsd === null ? [] : [`at most ${costText(costUsd)}`]),
  ];
  const detail = parts.join(' · ');
  const isNearlyFull = promptPercent + answerPercent >= NEARLY_FULL || costOf(costUsd, usualUsd) === null;
  const text = [model, costOf(costUsd, usualUsd), isNearlyFull ? parts.slice(1, 3).join(' · ') : null]
    .filter((part) => part !== null)
    .join(' · ');
  return { promptPercent, answerPercent, fits, text, detail };
}

function costOf(mostUsd: number | null, usualUsd: number | null): string | null {
  if (usualUsd !== null) return `About ${costText(usualUsd)}`;
  return mostUsd === null ? null : `At most ${costText(mostUsd)}`;
}

/** Shown when prompt and answer do not fit together; then nothing is sent. */
export const TOO_FULL = 'Too long for the model: shorten the prompt or the outputs it is filled with.';
