import { lastAttempt, stepIds } from '#shared/workflow/run.ts';
import { progressOf } from '#shared/workflow/run-progress.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { type StepTimes, stepTimes } from '#shared/workflow/run-time.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import type { Desk } from '../../documents/open-documents.ts';
import { runDocumentId, runIdOf, runIn } from './run-document.ts';
import type { RunSummary } from './run-state.ts';
import { runUse } from './usage.ts';

/** A run of the list, and what its steps took. */
export interface ShelvedRun {
  readonly summary: Omit<RunSummary, 'isShown'>;
  readonly times: StepTimes;
}

/** The runs this computer keeps, newest first; those in which nothing was ever asked are left out. */
export async function shelvedRuns(desk: Desk, steps: StepList): Promise<ShelvedRun[]> {
  const found: ShelvedRun[] = [];
  for (const id of await desk.list('run')) {
    const document = await desk.open('run', id);
    const run = runIn(document, steps);
    if (run === null || runIdOf(id) !== run.id) continue;
    const isBegun = stepIds(run).some((step) => lastAttempt(run, step) !== undefined);
    if (!isBegun && run.unknownSteps.length === 0) continue;
    found.push({ summary: summaryOf(run, document.changedAt() ?? run.startedAt ?? 0), times: stepTimes(run) });
  }
  return found.sort((a, b) => begunAt(b) - begunAt(a));
}

const begunAt = ({ summary }: ShelvedRun) => summary.startedAt ?? summary.changedAt;

function summaryOf(run: Run, changedAt: number): Omit<RunSummary, 'isShown'> {
  const { id, form, startedAt } = run;
  const { completed } = progressOf(run);
  const { targetMarket, productApp } = form;
  return {
    id,
    targetMarket,
    productApp,
    startedAt,
    changedAt,
    completed,
    total: run.chain.length,
    use: runUse(run, null),
  };
}

/** The run of this id; null where this computer has none. */
export async function findRun(desk: Desk, id: string, steps: StepList): Promise<Run | null> {
  const run = runIn(await desk.open('run', runDocumentId(id)), steps);
  return run?.id === id ? run : null;
}

/** What steps took in all but one of the runs. */
export function historyOf(runs: readonly ShelvedRun[], without: string): StepTimes {
  const times: Record<StepId, number[]> = {};
  for (const { summary, times: own } of runs) {
    if (summary.id === without) continue;
    for (const [step, measured] of Object.entries(own)) times[step] = [...(times[step] ?? []), ...measured];
  }
  return times;
}
