import { stepNumbers } from '#shared/workflow/run.ts';
import type { Run, TokenUse } from '#shared/workflow/run-states.ts';

const nothing: TokenUse = { promptTokens: 0, completionTokens: 0, totalTokens: 0, costUsd: null };

/** What all attempts of a run took, as far as their answers said; a cost where any of them had one. */
export function runUse(run: Run): TokenUse {
  return stepNumbers
    .flatMap((step) => run.steps[step].attempts)
    .reduce((sum, { usage }) => (usage ? plus(sum, usage) : sum), nothing);
}

function plus(a: TokenUse, b: TokenUse): TokenUse {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    totalTokens: a.totalTokens + b.totalTokens,
    costUsd: a.costUsd === null && b.costUsd === null ? null : (a.costUsd ?? 0) + (b.costUsd ?? 0),
  };
}
