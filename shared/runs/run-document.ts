import { interruption } from '#shared/workflow/run-holding.ts';
import { readRun, runRecord } from '#shared/workflow/run-record.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepList } from '#shared/workflow/steps.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';

export type RunDocument = WorkspaceDocument<'run'>;

const PREFIX = 'run:';

/** The name of a run's document. */
export function runDocumentId(runId: string): string {
  return PREFIX + runId;
}

/** The run a document's name says it holds. */
export function runIdOf(documentId: string): string {
  return documentId.slice(PREFIX.length);
}

/** The run through these steps in a document; null in one that says nothing. */
export function runIn(document: RunDocument, steps: StepList): Run | null {
  const text = (name: string) => document.text(name as `output:${string}`);
  return readRun({ fields: document.fields(), text }, steps);
}

/**
 * Writes what differs from `before`, which is what was written last, as one update: a growing output costs what was
 * added to it.
 */
export function writeRun(document: RunDocument, run: Run, before: Run | null): void {
  const { fields, texts } = runRecord(run);
  const known = before?.id === run.id ? runRecord(before) : { fields: {}, texts: {} };
  const knownTexts: Readonly<Record<string, string>> = known.texts;
  const isGone = (name: string) => !(name in texts);
  document.change('program', () => {
    for (const [name, value] of Object.entries(fields)) document.setField(name, value);
    for (const [name, text] of Object.entries(texts)) {
      if (knownTexts[name] !== text) document.setText(name as `output:${string}`, text);
    }
    // Of an attempt that is no longer kept, its output goes as well.
    for (const name of Object.keys(knownTexts).filter(isGone)) {
      document.setText(name as `output:${string}`, '');
      document.setField(name, undefined);
    }
  });
}

const DRIVEN_BY = 'drivenBy';

/**
 * Makes a device the one that drives a run. A device writes its claim once, when it begins to drive: each device sees
 * the other's claim, and the one that claims after seeing the other's has the run.
 */
export function claimRun(document: RunDocument, device: string): void {
  document.change('program', () => document.setField(DRIVEN_BY, device));
}

/** Whether another device has claimed the run in a document, whatever it does with it. */
export function isClaimedByOther(document: RunDocument, device: string | null): boolean {
  const by = document.field(DRIVEN_BY);
  return typeof by === 'string' && by !== device;
}

/** Whether somebody is at work on a run, or will be by itself; one at rest may go on wherever it is shown. */
export function isAtWork({ state }: Run): boolean {
  return interruption(state.kind === 'watching' ? state.of : state) !== null;
}
