import type { getAiFigures } from '#shared/contract/ai-figures.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { type StepList, stepWithRole } from '#shared/workflow/steps.ts';
import { costText } from '../../cost-text.ts';

/**
 * Returns the price note of Regenerate: the usual cost of writing one draft anew. Before the first such cost is known,
 * gives the cost of the whole step, which writes all drafts, as the most it can be. Empty when no price is known.
 */
export function regeneratePrice(chain: StepList, figures: AnswerOf<typeof getAiFigures> | null): string {
  const step = stepWithRole(chain, 'writesDrafts')?.id;
  const costOf = (usual: { stepId: string; costUsd: number | null }[] = []) =>
    usual.find(({ stepId }) => stepId === step)?.costUsd ?? null;
  const measured = costOf(figures?.regenerations);
  if (measured !== null) return ` (about ${costText(measured)})`;
  const whole = costOf(figures?.steps);
  return whole === null ? '' : ` (at most about ${costText(whole)})`;
}
