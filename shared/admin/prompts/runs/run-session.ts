import { defaultChainForm } from '#shared/workflow/chain-form.ts';
import { type Message, reportMessage, workflowMessages } from '#shared/workflow/messages.ts';
import { lastAttempt, newRun, stepIds } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { type StepId, stepNumber } from '#shared/workflow/steps.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { openDocumentChannel } from '../../document-channel.ts';
import type { Timers } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import type { AdminPorts } from '../../ports.ts';
import { type DraftStore, openDraftStore } from '../drafts/draft-store.ts';
import type { LeftOutcome } from '../drafts/publish-left-draft.ts';
import { createRunCalls } from './step-calls.ts';
import { createDesk, type Desk } from '../../documents/open-documents.ts';
import { claimRun, isAtWork, isClaimedElsewhere } from './run-device.ts';
import { type RunDocument, runDocumentId, runIn, writeRun } from './run-document.ts';
import { createRunDriver, type RunDriver } from './run-driver.ts';
import { emptyForm } from './run-effects.ts';
import { createHandover, type Handover } from '../drafts/auto-publish.ts';
import { openRunPreferences, type RunPreferences, THIS_DEVICE } from './run-preferences.ts';
import { findRun } from './run-list.ts';
import type { RunDestination } from './run-state.ts';
import { createRunTabs, type RunTabs } from './tab-leader.ts';
import { openTemplateStore, type TemplateStore } from '../templates/template-store.ts';
import { openUnsavedPrompts, type UnsavedPrompts } from '../templates/unsaved-prompts.ts';

export type RunPorts = Pick<
  AdminPorts,
  | 'api'
  | 'store'
  | 'localStorage'
  | 'clock'
  | 'uniqueId'
  | 'locks'
  | 'openChannel'
  | 'onOnline'
  | 'parseDrafts'
  | 'site'
  | 'analytics'
  | 'steps'
>;

export interface OpenRunOptions {
  ports: RunPorts;
  timers: Timers;
  onChange(): void;
  notice(notice: Message): void;
  goTo(destination: RunDestination): void;
  isBusy(): boolean;
  /** What became of a finished run's publication that no form has made. */
  onLeft(outcome: LeftOutcome): void;
  signedOut(): void;
  onSubmit(): void;
  /** A step has ended: what the server has booked is another sum. */
  onStepEnd(): void;
  action(name: string, isDone: boolean): void;
  /** Another device has written a run: the list of runs is another one. */
  onRunsChange(): void;
}

/** The chained prompts of this window, at work. */
export interface OpenRun {
  readonly desk: Desk;
  readonly preferences: RunPreferences;
  readonly templates: TemplateStore;
  readonly unsaved: UnsavedPrompts;
  readonly drafts: DraftStore;
  readonly driver: RunDriver;
  readonly tabs: RunTabs;
  /** The run on the screen is driven by another device. */
  isElsewhere(): boolean;
  readonly handover: Handover;
  /** Shows a run in the place of the one shown, which is kept. Throws NotKeptError. */
  show(run: Run): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Opens what this computer keeps, and lets the run go on where this window drives it. */
export async function openRun(options: OpenRunOptions): Promise<OpenRun> {
  const { ports, timers, onChange, notice } = options;
  const { steps, api, clock, localStorage: storage } = ports;
  const unique = () => ports.uniqueId();
  const desk = createDesk({ store: ports.store, clock, timers, channel: openDocumentChannel(ports.openChannel) });
  const defaultForm = defaultChainForm(ports.site.url(''));
  const preferences = await openRunPreferences({ steps, desk, storage, timers, defaultForm, unique, onChange });
  const { signedOut, action } = options;
  const unsaved = await openUnsavedPrompts({ steps, desk, unique, onChange });
  const onOutdone = (step: StepId, prompt: string) => {
    notice(workflowMessages.promptOutdone(stepNumber(steps, step)));
    unsaved.add(step, prompt).catch((error: unknown) => console.error('A prompt could not be kept', error));
  };
  const templates = await openTemplateStore({
    ...{ steps, api, desk, storage, clock, timers, unique },
    ...{ notice, signedOut, action, onOutdone, onChange },
  });
  const drafts = await openDraftStore({
    steps,
    desk,
    storage,
    clock,
    timers,
    parseDrafts: ports.parseDrafts,
    onChange,
  });
  const { goTo, isBusy, onSubmit, onLeft } = options;
  const { locks } = ports;
  const parts = { steps, api, clock, timers, locks, desk, drafts, unique };
  const handover = createHandover({ ...parts, goTo, isBusy, onSubmit, onLeft });
  /** What this window has last written into the document of each run. */
  const written = new Map<string, Run>();
  /** The runs this window drives, or has driven last of all. */
  const claimed = new Set<string>();

  const driver: RunDriver = createRunDriver({
    first: newRun('none', emptyForm, steps),
    calls: createRunCalls({ api, clock, timers }),
    clock,
    timers,
    write,
    world: () => ({ promptOf: templates.promptOf, isAutoPublish: preferences.isAutoPublish() }),
    onChange,
    hooks: {
      async makeDrafts(order) {
        await drafts.make(order);
      },
      openDraft: (run) => handover.open(run).catch(tellUnopened),
      async submitPost(key) {
        // Nothing that the run has yet to write waits for the network.
        void handover.submit(key).catch(tellUnopened);
      },
      report(report) {
        notice(reportMessage(report, steps));
        if (report.kind === 'step-completed' || report.kind === 'step-failed') options.onStepEnd();
      },
      signedOut,
      prepare: () => templates.prepare(),
    },
  });

  /** The run is over: nobody would ask for the draft again. */
  function tellUnopened(error: unknown): void {
    notice(workflowMessages.publishingFailed(errorText(error)));
  }

  async function write(run: Run): Promise<void> {
    // A run in which nothing was asked is no run of the list: only that it is shown is kept.
    if (stepIds(run).some((step) => lastAttempt(run, step) !== undefined)) {
      const document = await desk.open('run', runDocumentId(run.id));
      writeRun(document, run, written.get(run.id) ?? null);
      written.set(run.id, run);
      if (run.state.kind !== 'watching' && !claimed.has(run.id)) claim(document, run.id);
      await desk.keep(document);
    }
    if (driver.run().id === run.id) await preferences.setCurrentRun(run.id);
  }

  function claim(document: RunDocument, runId: string): void {
    claimRun(document, preferences.nameDevice());
    claimed.add(runId);
  }
  /** Whether another device is at work on a run. */
  async function isDrivenElsewhere(run: Run): Promise<boolean> {
    const document = await desk.open('run', runDocumentId(run.id));
    return isAtWork(run) && isClaimedElsewhere(document, preferences.device());
  }
  /** Another device has this run now: what was going on here is left to it. */
  function follow(run: Run): void {
    driver.send({ type: 'taken-over' });
    claimed.delete(run.id);
    written.delete(run.id);
    driver.show(run, isAtWork(run));
  }
  async function takeFromDevice(): Promise<void> {
    const { id } = driver.run();
    const document = await desk.open('run', runDocumentId(id));
    claim(document, id);
    written.delete(id);
    await desk.keep(document).catch(onlyNotKept);
    await preferences.setCurrentRun(id).catch(onlyNotKept);
    await driver.sendPrepared({ type: 'take-over' });
  }

  async function currentRun(): Promise<Run> {
    const id = preferences.currentRun();
    const found = id === null ? null : await findRun(desk, id, steps);
    return found ?? newRun(id ?? unique(), preferences.form(), steps);
  }

  const tabs = createRunTabs({
    locks: ports.locks,
    timers,
    channel: ports.openChannel('ninefold:workflow'),
    self: unique(),
    async onHeld() {
      // This window may have slept while the other one wrote.
      await preferences.refresh();
      const id = preferences.currentRun();
      if (id !== null) await desk.refresh(await desk.open('run', runDocumentId(id)));
      written.clear();
      const run = await currentRun();
      driver.show(run, true);
      if (!(await isDrivenElsewhere(run))) await driver.sendPrepared({ type: 'take-over' });
    },
    onAsked: () => driver.giveWay(),
  });

  const stopForeign = desk.onForeign(async ({ id, kind }) => {
    if (id === THIS_DEVICE) {
      if (!tabs.isHolding()) driver.show(await currentRun(), true);
      return;
    }
    if (kind === 'run') options.onRunsChange();
    if (kind !== 'run' || id !== runDocumentId(driver.run().id)) return;
    const document = await desk.open('run', id);
    const run = runIn(document, steps);
    if (run === null) return;
    if (!tabs.isHolding()) driver.send({ type: 'loaded', run });
    else if (isClaimedElsewhere(document, preferences.device())) follow(run);
  });
  const stopOnline = ports.onOnline(() => driver.retryNow());

  const isHeld = await tabs.open();
  const first = await currentRun();
  driver.show(first, !isHeld || (await isDrivenElsewhere(first)));

  async function flush(): Promise<void> {
    templates.flush();
    drafts.flush();
    preferences.flush();
    await Promise.all([desk.flush(), driver.flush()]);
  }

  return {
    desk,
    preferences,
    templates,
    unsaved,
    drafts,
    driver,
    tabs: { ...tabs, takeOver: () => (tabs.isHolding() ? void takeFromDevice() : tabs.takeOver()) },
    isElsewhere: () => tabs.isHolding() && driver.run().state.kind === 'watching',
    handover,
    async show(run) {
      await driver.flush();
      await preferences.setCurrentRun(run.id);
      preferences.setForm(run.form);
      driver.show(run, await isDrivenElsewhere(run));
    },
    flush,
    async close() {
      await flush();
      stopForeign();
      stopOnline();
      driver.close();
      tabs.close();
      await desk.close();
    },
  };
}

function onlyNotKept(error: unknown): void {
  if (!(error instanceof NotKeptError)) throw error;
}
