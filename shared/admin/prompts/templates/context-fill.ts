import { costText, countText } from '../../cost-text.ts';

/** What a prompt would take, as the server estimates it (contract, `estimatePrompt`). */
export interface Estimate {
  readonly tokens: number;
  readonly estimated: boolean;
  readonly contextLimit: number;
  readonly maxOutputTokens: number;
  readonly costUsd: number | null;
  /** For an answer as long as the prompt asks for; absent where the server does not say. */
  readonly usualUsd?: number | null | undefined;
  /** Who would write the answer. */
  readonly model: string;
}

/** How full the model's context will be. Shares are of the limit, 0 to 100. */
export interface ContextFill {
  readonly promptPercent: number;
  /** What the longest answer may take on top; the two never exceed 100. */
  readonly answerPercent: number;
  readonly fits: boolean;
  /** Who would write the answer, and what it will cost; how full the context is where that is near its end. */
  readonly text: string;
  /** All that was counted. */
  readonly detail: string;
}

/** Up to here nobody needs to know how full the context is. */
const NEARLY_FULL = 50;

/**
 * How full a prompt makes the model's context, room for the longest answer counted, with the words for it. `spentUsd`:
 * what the step has cost before, null where it was never run or has no price.
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

/** Said where prompt and answer do not fit together; nothing is sent then. */
export const TOO_FULL = 'Too long for the model: shorten the prompt or the outputs it is filled with.';
