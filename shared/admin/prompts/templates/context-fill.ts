import { costText, countText } from '../runs/usage.ts';

/** What a prompt would take, as the server estimates it (contract, `estimatePrompt`). */
export interface Estimate {
  readonly tokens: number;
  readonly estimated: boolean;
  readonly contextLimit: number;
  readonly maxOutputTokens: number;
  readonly costUsd: number | null;
}

/** How full the model's context will be. Shares are of the limit, 0 to 100. */
export interface ContextFill {
  readonly promptPercent: number;
  /** What the longest answer may take on top; the two never exceed 100. */
  readonly answerPercent: number;
  readonly fits: boolean;
  readonly text: string;
}

/** How full a prompt makes the model's context, room for the longest answer counted, with the words for it. */
export function contextFill({ tokens, estimated, contextLimit, maxOutputTokens, costUsd }: Estimate): ContextFill {
  const fits = tokens + maxOutputTokens <= contextLimit;
  const promptPercent = Math.min(100, (tokens / contextLimit) * 100);
  const answerPercent = Math.min(100 - promptPercent, (maxOutputTokens / contextLimit) * 100);
  const share = Math.round((tokens / contextLimit) * 100);
  const parts = [
    `${estimated ? 'About ' : ''}${countText(tokens)} of ${countText(contextLimit)} tokens`,
    share < 1 ? 'under 1% of the context' : `${share}% of the context`,
    ...(costUsd === null ? [] : [`at most ${costText(costUsd)}`]),
  ];
  const text = parts.join(' · ');
  return { promptPercent, answerPercent, fits, text };
}

/** Said where prompt and answer do not fit together; nothing is sent then. */
export const TOO_FULL = 'Too long for the model: shorten the prompt or the outputs it is filled with.';
