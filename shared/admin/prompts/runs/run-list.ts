import { runDocumentId, runIdOf, runIn } from '#shared/runs/run-document.ts';
import { lastAttempt, stepIds } from '#shared/workflow/run.ts';
import { progressOf } from '#shared/workflow/run-progress.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { type StepTimes, stepTimes } from '#shared/workflow/run-time.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import { runUse, type Use } from './usage.ts';

/** A run of the run list. */
export interface RunSummary {
  readonly id: string;
  readonly targetMarket: string;
  readonly productApp: string;
  /** In milliseconds since 1970; null when no step was ever begun. */
  readonly startedAt: number | null;
  readonly changedAt: number;
  /** The number of completed steps. */
  readonly completed: number;
  readonly total: number;
  /** The use of its attempts, as far as their answers reported it; null when none did. */
  readonly use: Use | null;
  /** Whether this is the run on the screen. */
  readonly isShown: boolean;
}

/** A run that was begun, with the durations of its steps. */
export interface ListedRun {
  readonly summary: Omit<RunSummary, 'isShown'>;
  readonly times: StepTimes;
}

/** Returns the runs on this computer, newest first; runs in which nothing was ever asked are left out. */
export async function listRuns(documents: OpenDocuments, steps: StepList): Promise<ListedRun[]> {
  const found: ListedRun[] = [];
  for (const id of await documents.list('run')) {
    const document = await documents.open('run', id);
    const run = runIn(document, steps);
    if (run === null || runIdOf(id) !== run.id) continue;
    if (!isBegun(run) && run.unknownSteps.length === 0) continue;
    found.push({ summary: summaryOf(run, document.changedAt() ?? run.startedAt ?? 0), times: stepTimes(run) });
  }
  return found.sort((a, b) => begunAt(b) - begunAt(a));
}

/** Whether a step of the run was ever begun. */
export function isBegun(run: Run): boolean {
  return stepIds(run).some((step) => lastAttempt(run, step) !== undefined);
}

const begunAt = ({ summary }: ListedRun) => summary.startedAt ?? summary.changedAt;

function summaryOf(run: Run, changedAt: number): ListedRun['summary'] {
  const { id, form, startedAt } = run;
  const { completed } = progressOf(run);
  const { targetMarket, productApp } = form;
  const use = runUse(run, null);
  return { id, targetMarket, productApp, startedAt, changedAt, completed, total: run.chain.length, use };
}

/** Returns the run of this id; null when it is not on this computer. */
export async function findRun(documents: OpenDocuments, id: string, steps: StepList): Promise<Run | null> {
  const run = runIn(await documents.open('run', runDocumentId(id)), steps);
  return run?.id === id ? run : null;
}

/** Returns the durations of the steps in all runs but one. */
export function historyOf(runs: readonly ListedRun[], without: string): StepTimes {
  const times: Record<StepId, number[]> = {};
  for (const { summary, times: own } of runs) {
    if (summary.id === without) continue;
    for (const [step, measured] of Object.entries(own)) times[step] = [...(times[step] ?? []), ...measured];
  }
  return times;
}
