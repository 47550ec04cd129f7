import type { ProviderFault } from '#server/adapters/ai/provider.ts';
import { type BatchDraft, batchRunId, changeItem, type StoredBatchItem } from '#server/repositories/ai-batches.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { claimRun, isClaimedByOther, runDocumentId, runIn, writeRun } from '#shared/runs/run-document.ts';
import { createRunDriver, type RunDriver } from '#shared/runs/run-driver.ts';
import type { ChainForm } from '#shared/workflow/chain-form.ts';
import { noCodex, type PromptCodex, promptCodex } from '#shared/workflow/prompt-codex.ts';
import { newRun, stepIds, stepRecord } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import { reopened } from '#shared/workflow/run-holding.ts';
import type { Run, RunReport, RunWorld } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import type { BatchDeps } from './batch-deps.ts';
import { makeBatchDrafts } from './batch-drafts.ts';
import { type Ending, endingOf } from './ending.ts';
import { promptsNow } from './prompts-now.ts';
import type { ServerDocument } from './server-documents.ts';
import { createServerStepCalls } from './server-step-calls.ts';

/** The name under which the server claims the runs it drives, as a device does. */
export const SERVER_DEVICE = 'server';

/** The run of one topic while the server drives it. */
export interface ItemRun {
  readonly number: number;
  /** Ends the step under way, at the provider too. */
  stop(): void;
  /** Lets go of the run as it stands; what is under way can be joined later. */
  close(): Promise<void>;
  /** The log of the workspace has grown. */
  lookAround(): void;
}

/** What a topic's prompts are made of, as it was when the server took the run up. */
export type Told = Pick<RunWorld, 'promptOf' | 'codexOf'>;

export interface ItemRunOptions {
  deps: BatchDeps;
  batchId: string;
  item: StoredBatchItem;
  /** Whether the next step may begin: null for yes, `wait` to be asked again in a while, else what becomes of the topic. */
  mayGoOn(run: Run, told: Told): Promise<null | 'wait' | Ending>;
  /** A step was completed. */
  onStep(): void;
  /** Called once. */
  onEnd(ending: Ending): void;
}

/** Milliseconds the last words of a run may take to be written. */
const LONGEST_FLUSH = 3000;

/** A topic's run being opened and driven. */
interface Driving extends ItemRunOptions {
  readonly opened: ServerDocument<'run'>;
  readonly told: Told;
  readonly at: {
    isOver: boolean;
    written: Run | null;
    reason: ProviderFault | undefined;
    drafts: BatchDraft[];
    driver: RunDriver | null;
  };
}

/**
 * Goes on with the run of a topic, or begins it, as a device of its own: written into its workspace document before each call.
 * Where it cannot be driven here any more, that is its end.
 */
export async function startItemRun(options: ItemRunOptions): Promise<ItemRun | null> {
  const { deps, batchId, item, onEnd } = options;
  const runId = batchRunId(batchId, item.number);
  const opened = await deps.documents.open('run', runDocumentId(runId));
  const gone = goneTo(opened);
  if (gone) {
    onEnd(gone);
    return null;
  }
  const prompts = item.prompts ?? (await promptsNow(deps.db, deps.documents));
  const stored = runIn(opened.document, WORKFLOW_STEPS);
  const begun = { state: 'running' as const, reason: null, prompts, stepsDone: stored ? stepsDoneIn(stored) : 0 };
  await changeItem(deps.db, batchId, item.number, begun);
  // A server has died before it could say so of the topic.
  if (stored?.state.kind === 'done') {
    onEnd({ kind: 'done' });
    return null;
  }
  const run = stored ?? newRun(runId, formOf(item), WORKFLOW_STEPS);
  const at: Driving['at'] = {
    isOver: false,
    written: stored,
    reason: undefined,
    drafts: [...item.drafts],
    driver: null,
  };
  const codex = await codexNow(deps, item);
  const told: Told = { promptOf: (step) => prompts[step] ?? null, codexOf: () => codex };
  const driving: Driving = { ...options, opened, told, at };
  const driver = driverOf(driving, run);
  const isOnItsWay = stored !== null && reopened(stored, false).state.kind === 'interrupted';
  if (isOnItsWay) driver.show(run, false);
  else void driver.sendPrepared({ type: 'run-all', form: formOf(item), runId });
  return {
    number: item.number,
    stop() {
      at.isOver = true;
      driver.send({ type: 'stop' });
    },
    async close() {
      at.isOver = true;
      // A disk that takes nothing must not hold up a server that stops.
      await Promise.race([driver.flush(), new Promise<void>((resolve) => deps.timers.after(LONGEST_FLUSH, resolve))]);
      driver.close();
    },
    lookAround: () => void lookAround(driving).catch(deps.onError),
  };
}

/** A run that was stopped while nobody drove it: devices see that nothing comes any more. */
export async function stopItemRun({ documents, clock }: BatchDeps, batchId: string, number: number): Promise<void> {
  const opened = await documents.open('run', runDocumentId(batchRunId(batchId, number)));
  const stored = goneTo(opened) ? null : runIn(opened.document, WORKFLOW_STEPS);
  if (!stored) return;
  const world = { now: clock.now(), promptOf: () => null, codexOf: () => noCodex, isAutoPublish: false };
  const { run } = transition(reopened(stored, false), { type: 'stop' }, world);
  writeRun(opened.document, run, stored);
  await opened.keep();
}

/** The form of a topic's run, which says its category too: devices tell by it whether a step is out of date. */
function formOf({ form, categoryId }: StoredBatchItem): ChainForm {
  return categoryId === null ? form : { ...form, category: String(categoryId) };
}

/** What prompts are told of the topic's category. */
async function codexNow({ codices }: BatchDeps, { categoryId }: StoredBatchItem): Promise<PromptCodex> {
  return categoryId === null ? noCodex : promptCodex((await codices.codexOf(categoryId)).codex);
}

function stepsDoneIn(run: Run): number {
  return stepIds(run).filter((step) => stepRecord(run, step).current !== null).length;
}

function goneTo({ document, state }: ServerDocument<'run'>): Ending | null {
  if (state() === 'deleted') return { kind: 'cancelled', reason: 'Its run was deleted.' };
  if (!isClaimedByOther(document, SERVER_DEVICE)) return null;
  return { kind: 'left', reason: 'It was continued on another device, and goes on there.' };
}

function driverOf(driving: Driving, first: Run): RunDriver {
  const { deps, opened, at, told, batchId, item } = driving;
  const { ai, clock, timers, onError } = deps;
  const calls = createServerStepCalls({
    ...{ ai, clock, onError },
    onFault: (reason) => {
      at.reason = reason;
    },
  });
  // Asked again in a while.
  const notYet = (error: unknown) => {
    onError(error);
    return false;
  };
  const driver: RunDriver = createRunDriver({
    ...{ first, calls, clock, timers },
    write: (run) => writeDown(driving, run),
    world: () => ({ ...told, isAutoPublish: false }),
    onFault: (_what, error) => onError(error),
    onChange: () => void look(driving, driver),
    hooks: {
      async makeDrafts(order) {
        const made = await makeBatchDrafts(deps, order, item);
        const ids = new Set(made.map(({ id }) => id));
        at.drafts = [...at.drafts.filter(({ id }) => !ids.has(id)), ...made];
        await changeItem(deps.db, batchId, item.number, { drafts: at.drafts });
      },
      openDraft: async () => {},
      submitPost: () => {},
      report: (report) => heed(driving, driver, report),
      signedOut: () => {},
      prepare: () => mayBegin(driving, driver).catch(notYet),
    },
  });
  at.driver = driver;
  claimRun(opened.document, SERVER_DEVICE);
  return driver;
}

async function writeDown(driving: Driving, run: Run): Promise<void> {
  const { at, opened, deps } = driving;
  // What another device has gone on with, or deleted, is not written over.
  const gone = goneTo(opened);
  if (gone) return finish(driving, gone);
  writeRun(opened.document, run, at.written);
  at.written = run;
  try {
    await opened.keep();
  } catch (error) {
    if (error instanceof NotKeptError && error.cause instanceof AppError && error.cause.code === 'update_refused') {
      finish(driving, { kind: 'failed', reason: 'Its run has become larger than the server keeps.' });
    } else deps.onError(error);
    throw error;
  }
}

/** Whether its next step may begin. Where it is known never to, that is its end here. */
async function mayBegin(driving: Driving, driver: RunDriver): Promise<boolean> {
  const { at, told, mayGoOn } = driving;
  if (at.isOver) return false;
  const verdict = await mayGoOn(driver.run(), told);
  if (verdict === null || verdict === 'wait') return verdict === null && !at.isOver;
  await end(driving, driver, verdict);
  return false;
}

/** What the run has come to. */
function look(driving: Driving, driver: RunDriver): void {
  const { state } = driver.run();
  if (driving.at.isOver) return;
  if (state.kind === 'done') void end(driving, driver, { kind: 'done' });
  else if (state.kind === 'failed') void end(driving, driver, endingOf(state.fault, driving.at.reason));
  else if (state.kind === 'stopped') {
    void end(driving, driver, { kind: 'left', reason: 'Its step was stopped from another device.' });
  }
}

function heed(driving: Driving, driver: RunDriver, report: RunReport): void {
  const { deps, batchId, item, onStep } = driving;
  if (report.kind === 'step-completed') {
    const stepsDone = stepsDoneIn(driver.run());
    onStep();
    changeItem(deps.db, batchId, item.number, { stepsDone }).catch(deps.onError);
  } else if (report.kind === 'unfillable') {
    const [first] = report.steps;
    void end(driving, driver, { kind: 'paused', reason: `A prompt cannot be sent. ${first?.refusal ?? ''}`.trim() });
  } else if (report.kind === 'missing-fields') {
    void end(driving, driver, { kind: 'failed', reason: 'A field of its form is blank.' });
  }
}

/** Ends it here when all that was asked for is written down. */
async function end(driving: Driving, driver: RunDriver, ending: Ending): Promise<void> {
  if (driving.at.isOver) return;
  driving.at.isOver = true;
  await driver.flush();
  driver.close();
  driving.onEnd(ending);
}

/** Ends it here at once. */
function finish(driving: Driving, ending: Ending): void {
  if (driving.at.isOver) return;
  driving.at.isOver = true;
  driving.at.driver?.close();
  driving.onEnd(ending);
}

async function lookAround(driving: Driving): Promise<void> {
  const { opened, at } = driving;
  if (at.isOver) return;
  await opened.refresh();
  const gone = goneTo(opened);
  // The call under way goes on: whoever has the run now joins it.
  if (gone) finish(driving, gone);
}
