import type { ChainForm } from '#shared/workflow/chain-form.ts';
import { lastAttempt } from '#shared/workflow/run.ts';
import type { Run, RunEffect, RunReport } from '#shared/workflow/run-states.ts';
import type { StepId } from '#shared/workflow/steps.ts';

/** Drafts to be made of an answer. */
export interface DraftOrder {
  readonly run: Run;
  readonly step: StepId;
  readonly source: string;
  readonly output: string;
}

/** What the engine's effects come to outside of the run itself. */
export interface RunHooks {
  /** Puts drafts on the disk. Throws NotKeptError. */
  makeDrafts(order: DraftOrder): Promise<void>;
  openDraft(run: Run): Promise<void>;
  submitPost(key: string): Promise<void>;
  report(report: RunReport): void;
  signedOut(): void;
  /** Whether the prompts are loaded, so that a step can begin. */
  prepare(): Promise<boolean>;
}

/** The output an effect speaks of, as it is at the effect's moment. */
export function draftOrder(run: Run, { step, source }: Extract<RunEffect, { type: 'make-drafts' }>): DraftOrder {
  return { run, step, source, output: lastAttempt(run, step)?.output ?? '' };
}

export const emptyForm: ChainForm = { targetMarket: '', productApp: '', productAppFunction: '', productAppUrl: '' };
