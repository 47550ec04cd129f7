import { countingAttempt } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import type { DraftOrigin } from './draft-document.ts';

/** An order to make the drafts of an answer. */
export interface DraftOrder {
  readonly run: Run;
  readonly step: StepId;
  readonly source: string;
  readonly output: string;
}

/** Returns the origin of ordered drafts. */
export function originOf({ run, step }: DraftOrder): Omit<DraftOrigin, 'index' | 'madeAt'> {
  const { targetMarket, productApp, productAppUrl, category } = run.form;
  const { model = null, sent = null } = countingAttempt(run, step) ?? {};
  return {
    ...{ runId: run.id, step, model, promptVersion: sent?.version ?? 0 },
    ...{ targetMarket, productApp, productAppUrl, categoryId: Number(category) || null },
  };
}
