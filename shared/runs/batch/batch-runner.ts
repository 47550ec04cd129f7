import { composePrompt, lastAttempt, nextStep } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { BatchDraft, BatchPorts, QueuedBatch } from './batch-ports.ts';
import { type Budget, createBudget } from './budget.ts';
import { type Ending, endingOf } from './ending.ts';
import { type ItemRun, startItemRun, type Told } from './item-run.ts';

/** A batch at work, in any host: the server, a browser's tab, the desktop app. */
export interface BatchRunner {
  /**
   * Called when the stored batch has changed: begins the runs that may begin, and lets go of those that may not go on.
   * Never rejects.
   */
  look(): Promise<void>;
  /** Called when others have written to the workspace. */
  lookAround(): void;
  /**
   * The time at which a busy provider is asked again, in milliseconds since 1970; null when no provider is waited for.
   */
  againAt(): number | null;
  /** Lets go of the batch's runs as they stand. */
  close(): Promise<void>;
}

/** The pauses, in milliseconds, before a busy provider is asked again; each is longer than the one before. */
const PAUSES = [20_000, 40_000, 80_000, 160_000] as const;
/** The beginning of the reason of a batch that is paused because its limit is reached. */
export const LIMIT_REACHED = 'The limit of this batch is reached.';
/** When this many topics fail one after the other, the cause is not the topics. */
const MOST_FAILED_IN_A_ROW = 3;

interface Running {
  readonly ports: BatchPorts;
  readonly id: string;
  readonly active: Map<number, ItemRun>;
  readonly budget: Budget;
  readonly at: {
    batch: QueuedBatch | null;
    isClosed: boolean;
    /** The work on the batch, done one piece after the other. */
    queue: Promise<void>;
    busyInARow: number;
    failedInARow: number;
    againAt: number | null;
    callOffAgain(): void;
  };
}

export function createBatchRunner(ports: BatchPorts, id: string): BatchRunner {
  const at: Running['at'] = {
    ...{ batch: null, isClosed: false, queue: Promise.resolve(), busyInARow: 0, failedInARow: 0, againAt: null },
    callOffAgain: () => {},
  };
  const budget = createBudget(() => at.batch?.limitUsd ?? null);
  const running: Running = { ports, id, active: new Map(), at, budget };
  return {
    look: () => inTurn(running, () => look(running)),
    lookAround() {
      for (const run of running.active.values()) run.lookAround();
    },
    againAt: () => at.againAt,
    async close() {
      at.isClosed = true;
      at.callOffAgain();
      await at.queue;
      await letGo(running);
    },
  };
}

function inTurn(running: Running, work: () => Promise<void>): Promise<void> {
  const { at, ports } = running;
  at.queue = at.queue.then(work).catch((error: unknown) => {
    ports.onError(error);
    // The error may be a full disk: the stored batch is looked at again later, and the runs that were under way are
    // found in it.
    if (!at.isClosed) lookLater(running, PAUSES[0]);
  });
  return at.queue;
}

/** Looks again after this many milliseconds; no run begins before then. */
function lookLater(running: Running, pause: number): void {
  const { at, ports } = running;
  at.callOffAgain();
  at.againAt = ports.clock.now() + pause;
  at.callOffAgain = ports.timers.after(pause, () => {
    at.againAt = null;
    void inTurn(running, () => look(running));
  });
}

async function look(running: Running): Promise<void> {
  const { at, ports, active } = running;
  const batch = await ports.queue.find();
  if (!batch || at.isClosed) return;
  if (batch.state !== 'running') forgetFaults(running);
  at.batch = batch;
  if (batch.state === 'cancelled') return stopAll(running);
  if (!batch.isOurs) return letGo(running);
  if (batch.state !== 'running' || at.againAt !== null) return;
  while (active.size < batch.atOnce && !at.isClosed) {
    const item = await ports.queue.next([...active.keys()]);
    if (!item) break;
    const { number } = item;
    const run = await startItemRun({
      ...{ ports, item, batchId: running.id, budget: running.budget },
      mayGoOn: (current, told) => mayGoOn(running, number, { ...told, run: current }),
      onStep: () => {
        at.busyInARow = 0;
      },
      onEnd: (ending, drafts) => void inTurn(running, () => noteEnding(running, number, ending, drafts)),
    });
    if (run) active.set(number, run);
    // The run has ended already, and its ending must be noted first: the queue would return the same topic again.
    else return;
  }
  if (active.size === 0) await ports.queue.rest({ state: 'done', reason: null });
}

/** Records how a topic's run has ended, and does what follows from it for the batch. */
async function noteEnding(running: Running, number: number, ending: Ending, drafts?: BatchDraft[]): Promise<void> {
  const { at, ports, active, budget } = running;
  active.delete(number);
  budget.release(number);
  if (at.isClosed) return;
  const over = ending.kind === 'busy' || ending.kind === 'paused' ? null : ending;
  if (over) {
    const reason = over.kind === 'done' ? null : over.reason;
    await ports.queue.change(number, { state: over.kind, reason, prompts: null, ...(drafts && { drafts }) });
    at.failedInARow = over.kind === 'failed' ? at.failedInARow + 1 : 0;
    if (at.failedInARow >= MOST_FAILED_IN_A_ROW) await rest(running, `Three topics in a row have failed. ${reason}`);
  } else if ((await ports.queue.find())?.isOurs) {
    await ports.queue.change(number, { state: 'queued', reason: null, ...(drafts && { drafts }) });
    if (ending.kind === 'busy') await leaveInPeace(running, ending.reason);
    else if (ending.kind === 'paused' && ending.reason !== null) await rest(running, ending.reason);
  }
  await look(running);
}

async function rest({ ports }: Running, reason: string): Promise<void> {
  await ports.queue.rest({ state: 'paused', reason });
}

/** Asks a busy provider again after a pause; when the provider stays busy, the batch is paused for the owner. */
async function leaveInPeace(running: Running, reason: string): Promise<void> {
  const { at } = running;
  // Several runs that met the same busy provider at once count as one.
  if (at.againAt !== null) return;
  const pause = PAUSES[at.busyInARow];
  at.busyInARow += 1;
  if (pause === undefined) return rest(running, `The provider did not answer, however often it was asked. ${reason}`);
  lookLater(running, pause);
}

function forgetFaults({ at }: Running): void {
  at.callOffAgain();
  Object.assign(at, { busyInARow: 0, failedInARow: 0, againAt: null });
}

/** Stops all runs of a cancelled batch: steps under way are also ended at the provider. */
async function stopAll(running: Running): Promise<void> {
  for (const run of running.active.values()) run.stop();
  await letGo(running);
}

/** Lets go of all runs; the batch's next driver joins the calls that are under way. */
async function letGo({ active, budget }: Running): Promise<void> {
  const runs = [...active.values()];
  active.clear();
  for (const { number } of runs) budget.release(number);
  await Promise.all(runs.map((run) => run.close()));
}

/** A run, and the sources of its prompts. */
interface Asking extends Told {
  run: Run;
}

async function mayGoOn(
  running: Running,
  number: number,
  { run, promptOf, codexOf }: Asking,
): Promise<null | 'wait' | Ending> {
  const { at, ports, budget } = running;
  // The step before this one is over.
  budget.release(number);
  if (at.isClosed || at.batch?.state !== 'running') return { kind: 'paused', reason: null };
  const { state } = run;
  const step = (state.kind === 'waiting' || state.kind === 'interrupted' ? state.step : null) ?? nextStep(run);
  const template = step === null ? null : promptOf(step);
  // A step without a prompt is not bought.
  if (step === null || template === null) return null;
  const batch = await ports.queue.find();
  if (!batch?.isOurs || batch.state !== 'running') return { kind: 'paused', reason: null };
  at.batch = batch;
  const last = lastAttempt(run, step);
  const isOpen = last?.end === 'open' || last?.end === 'stopped';
  // A call that was bought before costs nothing more.
  if (isOpen && (await ports.isKnown(last.key))) return null;
  try {
    const prompt = isOpen ? last.prompt : composePrompt(run, step, template, codexOf(run.form.category)).prompt;
    const most = await ports.mostCost(prompt, step, batch.limitUsd !== null);
    const spent = await ports.queue.costs();
    const verdict = budget.reserve(number, most, spent);
    if (verdict !== 'over') return verdict === 'granted' ? null : 'wait';
    return { kind: 'paused', reason: overLimit(budget.left(spent) ?? 0, most) };
  } catch (error) {
    const fault = ports.faultOf(error);
    if (fault === null) throw error;
    return endingOf(fault, undefined);
  }
}

function overLimit(left: number, most: number | null): string {
  const usd = (value: number) => `$${value.toFixed(2)}`;
  const need = most === null ? '' : ` The next step can cost up to ${usd(most)}, and ${usd(left)} is left.`;
  return `${LIMIT_REACHED}${need} Raise the limit to go on.`;
}
