import type { Clock } from '#shared/kernel/clock.ts';
import { lastKey } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import { reopened, watch } from '#shared/workflow/run-holding.ts';
import type { Run, RunEffect, RunEvent, RunWorld } from '#shared/workflow/run-states.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import type { Timers } from '../../editor/index.ts';
import type { RunCalls } from './step-calls.ts';
import { draftOrder, type RunHooks } from './run-effects.ts';

export interface RunDriverOptions {
  /** Stands there until a run is shown. */
  first: Run;
  calls: RunCalls;
  clock: Clock;
  timers: Timers;
  /** Puts a run on the disk. Throws NotKeptError. */
  write(run: Run): Promise<void>;
  world(): Omit<RunWorld, 'now'>;
  hooks: RunHooks;
  /** The run, or whether it is kept, has changed. */
  onChange(): void;
}

/** Sends events to the engine and does what it asks, in its order (shared/workflow/README.md). */
export interface RunDriver {
  run(): Run;
  /** Why this computer does not keep the run; null while it does. */
  notKept(): string | null;
  send(event: RunEvent): void;
  /** The same once the prompts are there, which a step that begins needs; asks for them until then. */
  sendPrepared(event: RunEvent): Promise<void>;
  /** Asks at once whether the network is back, or the session. */
  retryNow(): void;
  /** Shows a run of the store, watched where another window drives it, else resumed where it was under way. */
  show(run: Run, isHeldElsewhere: boolean): void;
  /** Another window drives from now on. Resolves when what was written here is on the disk. */
  giveWay(): Promise<void>;
  /** What has arrived so far goes to the disk; resolves when all that was asked for before is done. */
  flush(): Promise<void>;
  close(): void;
}

const KEEP_SOON_MS = 500;
const PREPARE_AGAIN_MS = 3000;
const KEEP_AGAIN_MS = [500, 1000, 2000, 4000];
const LONGEST_KEEP_AGAIN_MS = 8000;
/** An offline run asks whether the server is back, less often as time goes by. */
const PROBE_MS = [500, 1000, 2000, 4000, 8000];
const LONGEST_PROBE_MS = 15_000;

export function createRunDriver(options: RunDriverOptions): RunDriver {
  const { calls, clock, timers, write, hooks, onChange } = options;
  let run = options.first;
  let queue = Promise.resolve();
  let notKept: string | null = null;
  let isClosed = false;
  let callOffDue = () => {};
  let callOffKeep: (() => void) | null = null;
  let callOffProbe: (() => void) | null = null;
  let isUnwritten = false;
  let probes = 0;
  let isOfflineTold = false;

  const wait = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));

  function setNotKept(reason: string | null): void {
    if (notKept === reason) return;
    notKept = reason;
    onChange();
  }

  /** Tries until it is on the disk: nothing that must come after it may begin before. */
  async function untilKept(attempt: () => Promise<void>): Promise<void> {
    for (let tries = 0; !isClosed; tries += 1) {
      try {
        await attempt();
        setNotKept(null);
        return;
      } catch (error) {
        if (!(error instanceof NotKeptError)) throw error;
        setNotKept(reasonOf(error));
        await wait(KEEP_AGAIN_MS[tries] ?? LONGEST_KEEP_AGAIN_MS);
      }
    }
  }

  /** The newest words of the same run: a later write may not be overtaken by an earlier one. */
  const latest = (of: Run) => (run.id === of.id ? run : of);

  function keepSoon(): void {
    callOffKeep ??= timers.after(KEEP_SOON_MS, async () => {
      try {
        await untilKept(async () => (run.state.kind === 'watching' ? undefined : write(run)));
      } catch (error) {
        console.error('The run could not be written', error);
      }
      callOffKeep = null;
      if (isUnwritten) keepSoon();
      isUnwritten = false;
    });
  }

  async function perform(effect: RunEffect, at: Run): Promise<void> {
    switch (effect.type) {
      case 'keep':
        return untilKept(() => write(latest(at)));
      case 'shelve':
        return untilKept(() => write(effect.run));
      case 'make-drafts':
        return untilKept(() => hooks.makeDrafts(draftOrder(at, effect)));
      case 'call': {
        const { key, step, prompt, isRejoin } = effect;
        // The owner may have stopped while the disk was waited for: then nothing is bought.
        const { state } = run;
        if (isClosed || state.kind !== 'running' || state.step !== step || lastKey(run, step) !== key) return;
        calls.ask({ key, runId: run.id, step, prompt, isRejoin }, send);
        return;
      }
      case 'open-draft':
        return hooks.openDraft(at);
      case 'submit-post':
        return hooks.submitPost(effect.key);
      case 'report': {
        const isOffline = effect.report.kind === 'offline';
        // Reported once for each lost connection, however often it is tried again.
        if (!isOffline || !isOfflineTold) hooks.report(effect.report);
        isOfflineTold = isOffline;
        return;
      }
      default:
        return;
    }
  }

  /** What cannot wait for the disk. True when it is done. */
  function performNow(effect: RunEffect): boolean {
    switch (effect.type) {
      case 'cancel':
        calls.cancel(effect.key);
        return true;
      case 'hang-up':
        calls.hangUp(effect.key);
        return true;
      case 'wait':
        callOffDue();
        callOffDue = timers.after(effect.ms, () => void sendPrepared({ type: 'due' }));
        return true;
      case 'keep-soon':
        isUnwritten = callOffKeep !== null;
        keepSoon();
        return true;
      default:
        return false;
    }
  }

  function send(event: RunEvent): void {
    if (isClosed) return;
    if (event.type === 'progress') {
      probes = 0;
      isOfflineTold = false;
    }
    const before = run;
    const result = transition(run, event, { ...options.world(), now: clock.now() });
    run = result.run;
    const at = run;
    const later = result.effects.filter((effect) => !performNow(effect));
    for (const effect of later) {
      queue = queue
        .then(() => perform(effect, at))
        .catch((error: unknown) => {
          // One effect that fails must not keep the others from being done.
          console.error(`The run could not do "${effect.type}"`, error);
        });
    }
    if (run !== before) entered(before);
    if (run !== before) onChange();
  }

  function entered(before: Run): void {
    if (run.state.kind === before.state.kind) return;
    if (run.state.kind === 'signed-out') hooks.signedOut();
    if (run.state.kind !== 'offline' && run.state.kind !== 'signed-out') {
      callOffProbe?.();
      callOffProbe = null;
    } else probeLater();
  }

  function probeLater(): void {
    if (callOffProbe) return;
    const ms = PROBE_MS[probes] ?? LONGEST_PROBE_MS;
    probes += 1;
    callOffProbe = timers.after(ms, () => {
      callOffProbe = null;
      void probe();
    });
  }
  async function probe(): Promise<void> {
    const { kind } = run.state;
    if (kind !== 'offline' && kind !== 'signed-out') return;
    const isThere = kind === 'offline' ? await calls.isServerThere() : await calls.isSignedIn();
    if (run.state.kind !== kind || isClosed) return;
    if (isThere) void sendPrepared({ type: kind === 'offline' ? 'online' : 'signed-in' });
    else probeLater();
  }

  async function sendPrepared(event: RunEvent): Promise<void> {
    const asked = run;
    while (!isClosed && !(await hooks.prepare())) {
      await wait(PREPARE_AGAIN_MS);
      // Stopped, reset or taken over meanwhile: the event has lost its meaning.
      if (run.id !== asked.id || run.state.kind !== asked.state.kind) return;
    }
    send(event);
  }

  return {
    run: () => run,
    notKept: () => notKept,
    send,
    sendPrepared,
    retryNow: () => void probe(),
    show(stored, isHeldElsewhere) {
      callOffDue();
      const before = run;
      run = reopened(stored, isHeldElsewhere);
      entered(before);
      onChange();
      const { state } = run;
      if (state.kind === 'interrupted') void sendPrepared({ type: 'resume' });
      // The window may have been closed before the server heard of the stop: the call is cancelled again.
      if (state.kind === 'stopped' && state.step !== null) calls.cancel(lastKey(run, state.step));
    },
    async giveWay() {
      callOffDue();
      send({ type: 'taken-over' });
      if (run.state.kind !== 'watching') {
        run = watch(run);
        onChange();
      }
      const last = run;
      queue = queue.then(() => write(last)).catch(() => undefined);
      await queue;
    },
    async flush() {
      callOffKeep?.();
      callOffKeep = null;
      const at = run;
      await Promise.all([queue, at.state.kind === 'watching' ? null : write(at).catch(() => undefined)]);
    },
    close() {
      isClosed = true;
      callOffDue();
      callOffKeep?.();
      callOffProbe?.();
      calls.close();
    },
  };
}

function reasonOf({ cause, message }: NotKeptError): string {
  return cause instanceof Error ? cause.message || cause.name : message;
}
