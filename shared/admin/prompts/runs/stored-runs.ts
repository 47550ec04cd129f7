import {
  claimRun,
  isAtWork,
  isClaimedByOther,
  type RunDocument,
  runDocumentId,
  runIn,
  writeRun,
} from '#shared/runs/run-document.ts';
import { newRun } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepList } from '#shared/workflow/steps.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import { orNothing } from '../../documents/stored.ts';
import { findRun, isBegun } from './run-list.ts';
import type { RunPreferences } from './run-preferences.ts';

export interface StoredRunsOptions {
  steps: StepList;
  documents: OpenDocuments;
  preferences: RunPreferences;
  unique(): string;
}

/** The runs in this computer's documents, with this device's claims to drive them. */
export interface StoredRuns {
  /** Returns the run that this device shows, or a new one. */
  current(): Promise<Run>;
  /** Writes a run to the disk; this device claims the run if it drives it. Throws NotKeptError. */
  write(run: Run): Promise<void>;
  /** Whether another device drives a run that is under way. */
  isDrivenByOther(run: Run): Promise<boolean>;
  /** Claims the run for this device from now on, whoever drove it before. */
  take(runId: string): Promise<void>;
  /**
   * Returns the run in its document, and whether another device has claimed it; null when the document holds no run.
   */
  read(runId: string): Promise<{ run: Run; isOfOther: boolean } | null>;
  /** Notes that another device drives this run from now on. */
  release(runId: string): void;
  /** Takes in the changes of other windows to the run that is shown; for a window that may have been suspended. */
  refresh(): Promise<void>;
}

export function createStoredRuns({ steps, documents, preferences, unique }: StoredRunsOptions): StoredRuns {
  /** The last state that this window has written into each run's document. */
  const written = new Map<string, Run>();
  /** The runs that this window drives, or was the last to drive. */
  const claimed = new Set<string>();
  const open = (runId: string) => documents.open('run', runDocumentId(runId));

  function claim(document: RunDocument, runId: string): void {
    claimRun(document, preferences.nameDevice());
    claimed.add(runId);
  }

  return {
    async current() {
      const id = preferences.currentRun();
      const found = id === null ? null : await findRun(documents, id, steps);
      return found ?? newRun(id ?? unique(), preferences.form(), steps);
    },
    async write(run) {
      // A run in which nothing was asked does not belong in the list.
      if (!isBegun(run)) return;
      const document = await open(run.id);
      writeRun(document, run, written.get(run.id) ?? null);
      written.set(run.id, run);
      if (run.state.kind !== 'watching' && !claimed.has(run.id)) claim(document, run.id);
      await documents.keep(document);
    },
    async isDrivenByOther(run) {
      const document = await open(run.id);
      return isAtWork(run) && isClaimedByOther(document, preferences.device());
    },
    async take(runId) {
      const document = await open(runId);
      claim(document, runId);
      written.delete(runId);
      await orNothing(documents.keep(document), undefined);
    },
    async read(runId) {
      const document = await open(runId);
      const run = runIn(document, steps);
      return run && { run, isOfOther: isClaimedByOther(document, preferences.device()) };
    },
    release(runId) {
      claimed.delete(runId);
      written.delete(runId);
    },
    async refresh() {
      const id = preferences.currentRun();
      if (id !== null) await documents.refresh(await open(id));
      written.clear();
    },
  };
}
