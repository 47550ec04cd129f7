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

/** The run of one topic, while this host drives it. */
export interface ItemRun {
  readonly number: number;
  /** Ends the step under way, also at the provider. */
  stop(): void;
  /** Lets go of the run as it stands; a call under way can be joined later. */
  close(): Promise<void>;
  /** Called when others have written to the workspace. */
  lookAround(): void;
}

/** The sources of a topic's prompts, as they were when its run was taken up. */
export type Told = Pick<RunWorld, 'promptOf' | 'versionOf' | 'codexOf'>;

export interface ItemRunOptions {
  ports: BatchPorts;
  batchId: string;
  item: QueuedItem;
  budget: Budget;
  /**
   * Whether the next step may begin: null for yes, `wait` to be asked again after a pause, otherwise the ending of the
   * topic.
   */
  mayGoOn(run: Run, told: Told): Promise<null | 'wait' | Ending>;
  /** Called when a step was completed. */
  onStep(): void;
  /**
   * Called once. `drafts` are all drafts of the topic: they replace an earlier note of the drafts that the queue may
   * have refused.
   */
  onEnd(ending: Ending, drafts?: BatchDraft[]): void;
}

/** The longest time, in milliseconds, that a closing run waits for its last words to be written. */
const LONGEST_FLUSH = 3000;

/** A topic's run that is open and being driven. */
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
 * Continues or begins the run of a topic; the run is written into its workspace document before each call. When it can
 * no longer be driven here, it ends here at once, and the result is null.
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
  // The former driver stopped before it could note the ending of the topic.
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
      // A disk that accepts no writes must not delay the closing.
      await Promise.race([driver.flush(), new Promise<void>((resolve) => ports.timers.after(LONGEST_FLUSH, resolve))]);
      driver.close();
    },
    lookAround: () => void lookAround(driving).catch(ports.onError),
  };
}

/** Stops a run that nobody drives, so that devices see that nothing more will come. */
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

/**
 * Returns the form of a topic's run, with its category: devices use the category to tell whether a step is out of date.
 */
function formOf({ form, categoryId }: QueuedItem): ChainForm {
  return categoryId === null ? form : { ...form, category: String(categoryId) };
}

function stepsDoneIn(run: Run): number {
  return stepIds(run).filter((step) => stepRecord(run, step).current !== null).length;
}

const DELETED: Ending = { kind: 'cancelled', reason: 'Its run was deleted.' };
const LEFT: Ending = { kind: 'left', reason: 'It was continued on another device, and goes on there.' };

/**
 * Returns the ending that the document requires for a run under way; null when the run goes on here. When another
 * driver of the batch has the run, no reason is given.
 */
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
  // The driver asks again after a pause.
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
  // A run that another device has continued or deleted is not overwritten.
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

/** Whether the next step of the run may begin. When it never may, the run ends here. */
async function mayBegin(driving: Driving, driver: RunDriver): Promise<boolean> {
  const { at, told, mayGoOn } = driving;
  if (at.isOver) return false;
  const verdict = await mayGoOn(driver.run(), told);
  if (verdict === null || verdict === 'wait') return verdict === null && !at.isOver;
  await end(driving, driver, verdict);
  return false;
}

/** Ends the run here when its state is final. */
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

/** Ends the run here when all pending writes are done. */
async function end(driving: Driving, driver: RunDriver, ending: Ending): Promise<void> {
  if (driving.at.isOver) return;
  driving.at.isOver = true;
  await driver.flush();
  driver.close();
  driving.onEnd(ending, driving.at.drafts);
}

/** Ends the run here at once. */
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
  // The call under way goes on: the new driver of the run joins it.
  if (gone) finish(driving, gone);
}
