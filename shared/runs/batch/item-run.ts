import type { ProviderFault } from '#shared/kernel/errors.ts';
import type { ChainForm } from '#shared/workflow/chain-form.ts';
import { noCodex } from '#shared/workflow/prompt-codex.ts';
import { newRun, stepIds, stepRecord } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import { reopened } from '#shared/workflow/run-holding.ts';
import type { Run, RunReport, RunWorld } from '#shared/workflow/run-states.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import type { DraftOrder } from '../draft-order.ts';
import { claimRun, isClaimedByOther, runDocumentId, runIn, writeRun } from '../run-document.ts';
import { createRunDriver, type RunDriver } from '../run-driver.ts';
import {
  type BatchDocument,
  type BatchDraft,
  type BatchPorts,
  batchRunId,
  isTakenByHand,
  type QueuedItem,
} from './batch-ports.ts';
import type { Budget } from './budget.ts';
import { type Ending, endingOf } from './ending.ts';
import { isLastWriter, readSecond } from './second-read.ts';

/** The run of one topic while it is driven here. */
export interface ItemRun {
  readonly number: number;
  /** Ends the step under way, at the provider too. */
  stop(): void;
  /** Lets go of the run as it stands; what is under way can be joined later. */
  close(): Promise<void>;
  /** Something was written to the workspace by others. */
  lookAround(): void;
}

/** What a topic's prompts are made of, as it was when its run was taken up. */
export type Told = Pick<RunWorld, 'promptOf' | 'versionOf' | 'codexOf'>;

export interface ItemRunOptions {
  ports: BatchPorts;
  batchId: string;
  item: QueuedItem;
  budget: Budget;
  /** Whether the next step may begin: null for yes, `wait` to be asked again in a while, else what becomes of the topic. */
  mayGoOn(run: Run, told: Told): Promise<null | 'wait' | Ending>;
  /** A step was completed. */
  onStep(): void;
  /** Called once. `drafts`: all that were written of the topic; a note of them that was refused is made up for by it. */
  onEnd(ending: Ending, drafts?: BatchDraft[]): void;
}

/** Milliseconds the last words of a run may take to be written. */
const LONGEST_FLUSH = 3000;

/** A topic's run being opened and driven. */
interface Driving extends ItemRunOptions {
  readonly opened: BatchDocument<'run'>;
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
 * Goes on with the run of a topic, or begins it: written into its workspace document before each call. Where it cannot be
 * driven here any more, that is its end.
 */
export async function startItemRun(options: ItemRunOptions): Promise<ItemRun | null> {
  const { ports, batchId, item, onEnd } = options;
  const { queue, documents, steps } = ports;
  const runId = batchRunId(batchId, item.number);
  const opened = await documents.open('run', runDocumentId(runId));
  if (opened.state() === 'deleted' || isTakenByHand(opened.document)) {
    onEnd(opened.state() === 'deleted' ? DELETED : LEFT);
    return null;
  }
  const prompts = item.prompts ?? (await ports.promptsNow());
  const stored = runIn(opened.document, steps);
  const begun = { state: 'running' as const, reason: null, prompts, stepsDone: stored ? stepsDoneIn(stored) : 0 };
  await queue.change(item.number, begun);
  // Whoever drove it has died before it could say so of the topic.
  if (stored?.state.kind === 'done') {
    onEnd({ kind: 'done' });
    return null;
  }
  const run = stored ?? newRun(runId, formOf(item), steps);
  const at: Driving['at'] = {
    isOver: false,
    written: stored,
    reason: undefined,
    drafts: [...item.drafts],
    driver: null,
  };
  const codex = item.categoryId === null ? noCodex : await ports.codexOf(item.categoryId);
  const told: Told = {
    promptOf: (step) => prompts[step]?.prompt ?? null,
    versionOf: (step) => prompts[step]?.version ?? 0,
    codexOf: () => codex,
  };
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
      // A disk that takes nothing must not hold up whoever stops.
      await Promise.race([driver.flush(), new Promise<void>((resolve) => ports.timers.after(LONGEST_FLUSH, resolve))]);
      driver.close();
    },
    lookAround: () => void lookAround(driving).catch(ports.onError),
  };
}

/** A run that was stopped while nobody drove it: devices see that nothing comes any more. */
export async function stopItemRun(
  { documents, clock, steps }: Pick<BatchPorts, 'documents' | 'clock' | 'steps'>,
  batchId: string,
  number: number,
): Promise<void> {
  const opened = await documents.open('run', runDocumentId(batchRunId(batchId, number)));
  const isGone = opened.state() === 'deleted' || isTakenByHand(opened.document);
  const stored = isGone ? null : runIn(opened.document, steps);
  if (!stored) return;
  const nothing = { promptOf: () => null, versionOf: () => 0, codexOf: () => noCodex };
  const world = { ...nothing, now: clock.now(), isAutoPublish: false };
  const { run } = transition(reopened(stored, false), { type: 'stop' }, world);
  writeRun(opened.document, run, stored);
  await opened.keep();
}

/** The form of a topic's run, which says its category too: devices tell by it whether a step is out of date. */
function formOf({ form, categoryId }: QueuedItem): ChainForm {
  return categoryId === null ? form : { ...form, category: String(categoryId) };
}

function stepsDoneIn(run: Run): number {
  return stepIds(run).filter((step) => stepRecord(run, step).current !== null).length;
}

const DELETED: Ending = { kind: 'cancelled', reason: 'Its run was deleted.' };
const LEFT: Ending = { kind: 'left', reason: 'It was continued on another device, and goes on there.' };

/** What it means for a run under way that its document says. Another driver of the batch goes on with it: nothing is told of that. */
function goneTo({ opened: { document, state }, ports }: Driving): Ending | null {
  if (state() === 'deleted') return DELETED;
  if (isTakenByHand(document)) return LEFT;
  return isClaimedByOther(document, ports.driver) ? { kind: 'paused', reason: null } : null;
}

function driverOf(driving: Driving, first: Run): RunDriver {
  const { ports, opened, at, told } = driving;
  const { clock, timers, onError } = ports;
  const calls = ports.createCalls((reason) => {
    at.reason = reason;
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
      makeDrafts: (order) => makeDrafts(driving, order),
      openDraft: async () => {},
      submitPost: () => {},
      report: (report) => heed(driving, driver, report),
      signedOut: () => {},
      prepare: () => mayBegin(driving, driver).catch(notYet),
    },
  });
  at.driver = driver;
  claimRun(opened.document, ports.driver);
  return driver;
}

async function makeDrafts({ ports, budget, item, at }: Driving, order: DraftOrder): Promise<void> {
  const note = async (drafts: readonly BatchDraft[]) => {
    const ids = new Set(drafts.map(({ id }) => id));
    at.drafts = [...at.drafts.filter(({ id }) => !ids.has(id)), ...drafts];
    await ports.queue.change(item.number, { drafts: at.drafts });
  };
  const made = await ports.drafts.make(order, item);
  await note(made);
  if (!isLastWriter(ports.steps, order.step)) return;
  const read = await readSecond({ ports, budget, item, runId: order.run.id }, made);
  if (read.some((draft, index) => draft !== made[index])) await note(read);
}

async function writeDown(driving: Driving, run: Run): Promise<void> {
  const { at, opened, ports } = driving;
  // What another device has gone on with, or deleted, is not written over.
  const gone = goneTo(driving);
  if (gone) return finish(driving, gone);
  writeRun(opened.document, run, at.written);
  at.written = run;
  try {
    await opened.keep();
  } catch (error) {
    if (error instanceof NotKeptError && ports.faultOf(error.cause)?.code === 'update_refused') {
      finish(driving, { kind: 'failed', reason: 'Its run has become larger than the server keeps.' });
    } else ports.onError(error);
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
  const { ports, item, onStep } = driving;
  if (report.kind === 'step-completed') {
    const stepsDone = stepsDoneIn(driver.run());
    onStep();
    ports.queue.change(item.number, { stepsDone }).catch(ports.onError);
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
  driving.onEnd(ending, driving.at.drafts);
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
  const gone = goneTo(driving);
  // The call under way goes on: whoever has the run now joins it.
  if (gone) finish(driving, gone);
}
