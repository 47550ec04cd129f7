import { interruption } from '#shared/workflow/run-holding.ts';
import { readRun, runRecord } from '#shared/workflow/run-record.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepList } from '#shared/workflow/steps.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';

export type RunDocument = WorkspaceDocument<'run'>;

const PREFIX = 'run:';

/** Returns the id of a run's document. */
export function runDocumentId(runId: string): string {
  return PREFIX + runId;
}

/** Returns the id of the run that a document holds, from the document's id. */
export function runIdOf(documentId: string): string {
  return documentId.slice(PREFIX.length);
}

/** Reads a run through these steps from a document; null when the document holds no run. */
export function runIn(document: RunDocument, steps: StepList): Run | null {
  const text = (name: string) => document.text(name as `output:${string}`);
  return readRun({ fields: document.fields(), text }, steps);
}

/**
 * Writes the differences from `before`, the state that was written last, as one update: for a growing output, only the
 * added part is written.
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
    // When an attempt is no longer kept, its output is removed as well.
    for (const name of Object.keys(knownTexts).filter(isGone)) {
      document.setText(name as `output:${string}`, '');
      document.setField(name, undefined);
    }
  });
}

const DRIVEN_BY = 'drivenBy';

/**
 * Makes a device the driver of a run. A device writes its claim once, when it begins to drive. Each device sees the
 * claims of the others; the device whose claim came after it had seen the other's claim has the run.
 */
export function claimRun(document: RunDocument, device: string): void {
  document.change('program', () => document.setField(DRIVEN_BY, device));
}

/** Whether another device has claimed the run in a document, whatever that device does with the run. */
export function isClaimedByOther(document: RunDocument, device: string | null): boolean {
  const by = document.field(DRIVEN_BY);
  return typeof by === 'string' && by !== device;
}

/** Whether a run is under way, or will go on by itself. A run at rest may be continued on any device that shows it. */
export function isAtWork({ state }: Run): boolean {
  return interruption(state.kind === 'watching' ? state.of : state) !== null;
}
