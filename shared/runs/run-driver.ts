import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { lastAttempt, lastKey } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import { reopened, watch } from '#shared/workflow/run-holding.ts';
import type { Run, RunEffect, RunEvent, RunReport, RunWorld } from '#shared/workflow/run-states.ts';
import type { DraftOrder } from './draft-order.ts';
import { createReconnect, type Reconnect } from './reconnect.ts';
import { createRunWriter, type RunWriter } from './run-writer.ts';
import type { StepCalls } from './step-calls-port.ts';

/** The results of the engine's effects outside the run itself. */
export interface RunHooks {
  /** Writes drafts to the disk. Throws NotKeptError. */
  makeDrafts(order: DraftOrder): Promise<void>;
  openDraft(run: Run): Promise<void>;
  submitPost(key: string): void;
  report(report: RunReport): void;
  signedOut(): void;
  /** Whether the prompts are loaded, so that a step can begin. */
  prepare(): Promise<boolean>;
}

export interface RunDriverOptions {
  /** The driver's run until `show` sets another. */
  first: Run;
  calls: StepCalls;
  clock: Clock;
  timers: Timers;
  /** Writes a run to the disk. Throws NotKeptError. */
  write(run: Run): Promise<void>;
  world(): Omit<RunWorld, 'now'>;
  hooks: RunHooks;
  /** Called when the run has changed, or when it has become known whether the disk accepts it. */
  onChange(): void;
  /** Called when something could not be done; the run goes on without it. */
  onFault(what: string, error: unknown): void;
}

/** Sends events to the engine and performs its effects in their order (shared/workflow/README.md). */
export interface RunDriver {
  run(): Run;
  /** The reason why this computer's disk does not accept the run; null while the disk accepts it. */
  diskFault(): string | null;
  send(event: RunEvent): void;
  /** Sends an event as soon as the prompts are loaded, which a step needs to begin; asks for the prompts until then. */
  sendPrepared(event: RunEvent): Promise<void>;
  /** Checks at once whether the network or the session is back. */
  retryNow(): void;
  /** Shows a stored run: watches it when another driver has it, otherwise resumes it if it was under way. */
  show(run: Run, isDrivenByOther: boolean): void;
  /** Gives the run to another window. Resolves when everything written here is on the disk. */
  giveWay(): Promise<void>;
  /** Writes to the disk what has arrived so far; resolves when all earlier effects are done. */
  flush(): Promise<void>;
  close(): void;
}

const PREPARE_AGAIN_MS = 3000;

/** The run, and the work that is under way for it. */
interface Driving extends RunDriverOptions {
  readonly at: {
    run: Run;
    /** The effects, performed one after the other. */
    queue: Promise<unknown>;
    isClosed: boolean;
    isOfflineReported: boolean;
    callOffDue(): void;
  };
  readonly writer: RunWriter;
  readonly reconnect: Reconnect;
}

export function createRunDriver(options: RunDriverOptions): RunDriver {
  const { calls, timers, write, onChange, onFault } = options;
  const at: Driving['at'] = {
    ...{ run: options.first, queue: Promise.resolve(), isClosed: false, isOfflineReported: false },
    callOffDue: () => undefined,
  };
  const writer = createRunWriter({
    ...{ timers, onChange, onFault },
    write: async () => (at.run.state.kind === 'watching' ? undefined : write(at.run)),
  });
  const reconnect = createReconnect({
    ...{ timers, calls },
    kind: () => at.run.state.kind,
    onBack: (event) => void sendPrepared(driving, event),
  });
  const driving: Driving = { ...options, at, writer, reconnect };

  return {
    run: () => at.run,
    diskFault: writer.diskFault,
    send: (event) => send(driving, event),
    sendPrepared: (event) => sendPrepared(driving, event),
    retryNow: () => void reconnect.now(),
    show: (run, isDrivenByOther) => show(driving, run, isDrivenByOther),
    async giveWay() {
      at.callOffDue();
      send(driving, { type: 'taken-over' });
      if (at.run.state.kind !== 'watching') {
        at.run = watch(at.run);
        onChange();
      }
      const last = at.run;
      at.queue = at.queue.then(() => write(last)).catch(() => undefined);
      await at.queue;
    },
    async flush() {
      writer.callOff();
      const { run, queue } = at;
      await Promise.all([queue, run.state.kind === 'watching' ? null : write(run).catch(() => undefined)]);
    },
    close() {
      at.isClosed = true;
      at.callOffDue();
      writer.close();
      reconnect.close();
      calls.close();
    },
  };
}

function show(driving: Driving, stored: Run, isDrivenByOther: boolean): void {
  const { at, calls, onChange } = driving;
  at.callOffDue();
  const before = at.run;
  at.run = reopened(stored, isDrivenByOther);
  entered(driving, before);
  onChange();
  const { run } = at;
  if (run.state.kind === 'interrupted') void sendPrepared(driving, { type: 'resume' });
  // The window may have been closed before the server received the stop: the call is cancelled again.
  if (run.state.kind === 'stopped' && run.state.step !== null) calls.cancel(lastKey(run, run.state.step));
}

function send(driving: Driving, event: RunEvent): void {
  const { at, clock, onChange, reconnect, world } = driving;
  if (at.isClosed) return;
  if (event.type === 'progress') {
    reconnect.forgetTries();
    at.isOfflineReported = false;
  }
  const before = at.run;
  const { run, effects } = transition(before, event, { ...world(), now: clock.now() });
  at.run = run;
  const later = effects.filter((effect) => !performNow(driving, effect));
  for (const effect of later) {
    at.queue = at.queue
      .then(() => perform(driving, effect, run))
      .catch((error: unknown) => {
        // An effect that fails must not prevent the other effects.
        driving.onFault(`The run could not do "${effect.type}"`, error);
      });
  }
  if (at.run !== before) entered(driving, before);
  if (at.run !== before) onChange();
}

async function sendPrepared(driving: Driving, event: RunEvent): Promise<void> {
  const { at, hooks, timers } = driving;
  const asked = at.run;
  while (!at.isClosed && !(await hooks.prepare())) {
    await new Promise<void>((resolve) => void timers.after(PREPARE_AGAIN_MS, resolve));
    // The run was stopped, reset or taken over in the meantime: the event no longer applies.
    if (at.run.id !== asked.id || at.run.state.kind !== asked.state.kind) return;
  }
  send(driving, event);
}

function entered({ at, hooks, reconnect }: Driving, before: Run): void {
  const { kind } = at.run.state;
  if (kind === before.state.kind) return;
  if (kind === 'signed-out') hooks.signedOut();
  reconnect.entered();
}

/** Performs an effect that cannot wait for the disk. Returns true when the effect is done. */
function performNow(driving: Driving, effect: RunEffect): boolean {
  const { at, calls, timers, writer } = driving;
  switch (effect.type) {
    case 'cancel':
      calls.cancel(effect.key);
      return true;
    case 'hang-up':
      calls.hangUp(effect.key);
      return true;
    case 'wait':
      at.callOffDue();
      at.callOffDue = timers.after(effect.ms, () => void sendPrepared(driving, { type: 'due' }));
      return true;
    case 'keep-soon':
      writer.soon();
      return true;
    default:
      return false;
  }
}

/** Performs an effect that was requested when the run was `then`. */
async function perform(driving: Driving, effect: RunEffect, then: Run): Promise<void> {
  const { at, hooks, write, writer } = driving;
  switch (effect.type) {
    case 'keep':
      // Writes the newest state of the same run, so that an older write never comes after a newer one.
      return writer.untilStored(() => write(at.run.id === then.id ? at.run : then));
    case 'archive':
      return writer.untilStored(() => write(effect.run));
    case 'make-drafts': {
      const { step, source } = effect;
      const { output = '' } = lastAttempt(then, step) ?? {};
      return writer.untilStored(() => hooks.makeDrafts({ run: then, step, source, output }));
    }
    case 'call':
      return ask(driving, effect);
    case 'open-draft':
      return hooks.openDraft(then);
    case 'submit-post':
      return hooks.submitPost(effect.key);
    case 'report': {
      const isOffline = effect.report.kind === 'offline';
      // A lost connection is reported once, however often it is tried again.
      if (!isOffline || !at.isOfflineReported) hooks.report(effect.report);
      at.isOfflineReported = isOffline;
      return;
    }
    default:
      return;
  }
}

function ask(driving: Driving, { key, step, prompt, isRejoin }: Extract<RunEffect, { type: 'call' }>): void {
  const { at, calls } = driving;
  // The owner may have stopped the run during the wait for the disk: then nothing is bought.
  const { id, state } = at.run;
  if (at.isClosed || state.kind !== 'running' || state.step !== step || lastKey(at.run, step) !== key) return;
  const categoryId = Number(at.run.form.category) || undefined;
  calls.ask({ key, runId: id, step, prompt, categoryId, isRejoin }, (event) => send(driving, event));
}
