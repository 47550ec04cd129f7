import { stepIds, stepRecord } from '#shared/workflow/run.ts';
import type { Run, StepRecord } from '#shared/workflow/run-states.ts';
import { costText, tokensText } from '../../cost-text.ts';

/** The use of one step or of a whole run. Every attempt counts, also a failed one: it was paid for. */
export interface Use {
  readonly tokens: number;
  /** In US dollars; null when no price is configured. */
  readonly costUsd: number | null;
}

/** Returns the use of a step; null while no attempt has reported any. */
export function stepUse({ attempts }: StepRecord): Use | null {
  return summed(
    attempts.flatMap(({ usage }) => (usage ? [{ tokens: usage.totalTokens, costUsd: usage.costUsd }] : [])),
  );
}

/**
 * Returns the use of a run. `booked` is the use that the server has recorded for the run: it includes calls that broke
 * off or were stopped, whose answers never reported their use. It arrives a moment later than the answers, so the
 * larger of the two is shown.
 */
export function runUse(run: Run, booked: { totalTokens: number; costUsd: number | null } | null): Use | null {
  const counted = summed(
    stepIds(run).flatMap((step) => {
      const use = stepUse(stepRecord(run, step));
      return use ? [use] : [];
    }),
  );
  return booked && booked.totalTokens > (counted?.tokens ?? 0)
    ? { tokens: booked.totalTokens, costUsd: booked.costUsd }
    : counted;
}

function summed(uses: readonly Use[]): Use | null {
  if (uses.length === 0) return null;
  const priced = uses.filter((use): use is Use & { costUsd: number } => use.costUsd !== null);
  return {
    tokens: uses.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: priced.length === 0 ? null : priced.reduce((sum, { costUsd }) => sum + costUsd, 0),
  };
}

/** "12,480 tokens · $0.11". */
export function usageText({ tokens, costUsd }: Use): string {
  return costUsd === null ? tokensText(tokens) : `${tokensText(tokens)} · ${costText(costUsd)}`;
}
