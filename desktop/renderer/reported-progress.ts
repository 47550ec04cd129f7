import type { WorkflowProgress } from '#shared/contract/ipc.ts';

const LONGEST_TITLE = 300;

/** How far a run is, within the bounds of the channel: the title holds what the owner typed. */
export function reportedProgress(report: WorkflowProgress): WorkflowProgress {
  return { ...report, title: report.title.slice(0, LONGEST_TITLE).toWellFormed() };
}
