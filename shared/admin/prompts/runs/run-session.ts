import { isAtWork, runDocumentId } from '#shared/runs/run-document.ts';
import { createRunDriver, type RunDriver, type RunHooks } from '#shared/runs/run-driver.ts';
import { blankChainForm, defaultChainForm } from '#shared/workflow/chain-form.ts';
import { reportMessage, workflowMessages } from '#shared/workflow/messages.ts';
import { newRun } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { type StepId, stepNumber } from '#shared/workflow/steps.ts';
import type { DocumentName } from '#shared/workspace/store-port.ts';
import { openDocumentChannel } from '../../document-channel.ts';
import { createOpenDocuments, type OpenDocuments } from '../../documents/open-documents.ts';
import { orNothing } from '../../documents/stored.ts';
import type { Timers } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import type { AdminPorts } from '../../ports.ts';
import { type CodexStore, openCodexStore } from '../codex/codex-store.ts';
import { type AutoPublish, createAutoPublish } from '../drafts/auto-publish.ts';
import { type DraftStore, openDraftStore } from '../drafts/draft-store.ts';
import type { PublicationOutcome } from '../drafts/publish-left-draft.ts';
import { openTemplateStore, type TemplateStore } from '../templates/template-store.ts';
import { openUnsavedPrompts, type UnsavedPrompts } from '../templates/unsaved-prompts.ts';
import type { Page } from './page-signals.ts';
import { openRunPreferences, type RunPreferences, THIS_DEVICE } from './run-preferences.ts';
import { openSavedInputs, type SavedInputsStore } from './saved-inputs.ts';
import { createStepCalls } from './step-calls.ts';
import { createStoredRuns, type StoredRuns } from './stored-runs.ts';
import { createTabLeader, type TabLeader } from './tab-leader.ts';

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

export interface RunSessionOptions {
  ports: RunPorts;
  timers: Timers;
  page: Page;
  onChange(): void;
  /** What became of a finished run's publication that no form has made. */
  onPublication(outcome: PublicationOutcome): void;
  /** The provider is busy and is asked again at that time; null once it is not waited for. */
  onBusy(until: number | null): void;
  /** A step has ended: what the server has booked is another sum. */
  onStepEnd(): void;
  /** A run was asked for whose inputs lack a field. */
  onIncomplete(): void;
  /** Another device has written a run: the list of runs is another one. */
  onRunsChange(): void;
}

/** What this computer has of the chained prompts, open in this window. */
interface Stores {
  readonly documents: OpenDocuments;
  readonly preferences: RunPreferences;
  readonly templates: TemplateStore;
  readonly unsaved: UnsavedPrompts;
  readonly drafts: DraftStore;
  readonly codices: CodexStore;
  readonly savedInputs: SavedInputsStore;
}

/** The chained prompts of this window, at work. */
export interface RunSession extends Stores {
  readonly driver: RunDriver;
  readonly autoPublish: AutoPublish;
  /** This window is the one of the device that may drive a run. */
  isLeader(): boolean;
  /** The run on the screen is driven by another device. */
  isOnOtherDevice(): boolean;
  /** This window drives the run from now on, whoever did before. */
  takeOver(): void;
  /** Stops the run; where another window of this device drives it, once this one does. */
  stop(): void;
  /** Shows a run in the place of the one shown, which is kept. Throws NotKeptError. */
  show(run: Run): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Opens what this computer has, and lets the run go on where this window drives it. */
export async function openRunSession(options: RunSessionOptions): Promise<RunSession> {
  const { ports, timers, page, onChange } = options;
  const { steps, api, store, clock, locks } = ports;
  const unique = () => ports.uniqueId();
  const stores = await openStores(options);
  const { documents, preferences, templates, drafts, codices } = stores;
  const autoPublish = createAutoPublish({
    ...{ steps, api, store, clock, timers, locks, documents, drafts, unique, page },
    onPublication: options.onPublication,
  });
  const runs = createStoredRuns({ steps, documents, preferences, unique });
  const driver: RunDriver = createRunDriver({
    ...{ clock, timers, onChange },
    onFault: (what, error) => console.error(what, error),
    first: newRun('none', blankChainForm, steps),
    calls: createStepCalls({ api, clock, timers, onBusy: options.onBusy }),
    async write(run) {
      await runs.write(run);
      // Of a run in which nothing was asked, only that it is shown is written.
      if (driver.run().id === run.id) await preferences.setCurrentRun(run.id);
    },
    world: () => ({
      promptOf: templates.promptOf,
      versionOf: templates.versionOf,
      codexOf: codices.codexOf,
      isAutoPublish: preferences.isAutoPublish(),
    }),
    hooks: hooksOf(options, stores, autoPublish),
  });
  let isStopWanted = false;
  const takeStop = () => {
    const isWanted = isStopWanted;
    isStopWanted = false;
    return isWanted;
  };
  const leader = leaderOf(options, { preferences, runs, driver, takeStop });
  const stopForeign = followOthers(options, { documents, runs, driver, leader });
  const stopOnline = ports.onOnline(() => driver.retryNow());

  const isLeader = await leader.open();
  const first = await runs.current();
  driver.show(first, !isLeader || (await runs.isDrivenByOther(first)));

  async function flush(): Promise<void> {
    templates.flush();
    drafts.flush();
    preferences.flush();
    await Promise.all([documents.flush(), driver.flush()]);
  }

  return {
    ...{ ...stores, driver, autoPublish, flush },
    isLeader: leader.isLeader,
    isOnOtherDevice: () => leader.isLeader() && driver.run().state.kind === 'watching',
    takeOver: () => (leader.isLeader() ? void takeFromDevice({ preferences, runs, driver }) : leader.takeOver()),
    stop() {
      if (leader.isLeader()) return driver.send({ type: 'stop' });
      isStopWanted = true;
      leader.takeOver();
    },
    async show(run) {
      await driver.flush();
      await preferences.setCurrentRun(run.id);
      preferences.setForm({ ...run.form, category: run.form.category ?? '' });
      driver.show(run, await runs.isDrivenByOther(run));
    },
    async close() {
      await flush();
      stopForeign();
      stopOnline();
      driver.close();
      leader.close();
      await documents.close();
    },
  };
}

async function openStores({ ports, timers, page, onChange }: RunSessionOptions): Promise<Stores> {
  const { steps, api, clock, localStorage: storage, analytics, parseDrafts } = ports;
  const unique = () => ports.uniqueId();
  const channel = openDocumentChannel(ports.openChannel);
  const onUnread = ({ kind }: DocumentName) => page.notice(workflowMessages.notAllRead(kind));
  const documents = createOpenDocuments({ store: ports.store, clock, timers, channel, onUnread });
  const shared = { steps, documents, storage, timers, unique, onChange };
  const preferences = await openRunPreferences({ ...shared, defaultForm: defaultChainForm(ports.site.url('')) });
  const unsaved = await openUnsavedPrompts(shared);
  const onOutdone = (step: StepId, prompt: string) => {
    page.notice(workflowMessages.promptOutdone(stepNumber(steps, step)));
    unsaved.add(step, prompt).catch((error: unknown) => console.error('A prompt could not be kept', error));
  };
  const templates = await openTemplateStore({ ...shared, api, clock, page, analytics, onOutdone });
  const drafts = await openDraftStore({ ...shared, clock, parseDrafts });
  const codices = await openCodexStore({ ...shared, clock });
  const savedInputs = await openSavedInputs(shared);
  return { documents, preferences, templates, unsaved, drafts, codices, savedInputs };
}

/** What the engine's effects come to outside of the run. */
function hooksOf(
  { ports, page, onStepEnd, onIncomplete }: RunSessionOptions,
  { templates, drafts }: Stores,
  autoPublish: AutoPublish,
): RunHooks {
  /** The run is over: nobody would ask for the draft again. */
  function tellUnopened(error: unknown): void {
    page.notice(workflowMessages.publishingFailed(errorText(error)));
  }
  return {
    async makeDrafts(order) {
      await drafts.make(order);
    },
    openDraft: (run) => autoPublish.open(run).catch(tellUnopened),
    submitPost(key) {
      // Nothing that the run has yet to write waits for the network.
      void autoPublish.submit(key).catch(tellUnopened);
    },
    report(report) {
      page.notice(reportMessage(report, ports.steps));
      if (report.kind === 'step-completed' || report.kind === 'step-failed') onStepEnd();
      if (report.kind === 'missing-fields') onIncomplete();
    },
    signedOut: page.signedOut,
    prepare: () => templates.prepare(),
  };
}

interface Driven {
  readonly preferences: RunPreferences;
  readonly runs: StoredRuns;
  readonly driver: RunDriver;
}

interface Led extends Driven {
  /** Whether this window was asked to stop the run while another one drove it; asked once. */
  takeStop(): boolean;
}

function leaderOf({ ports, timers }: RunSessionOptions, { preferences, runs, driver, takeStop }: Led): TabLeader {
  return createTabLeader({
    locks: ports.locks,
    timers,
    channel: ports.openChannel('ninefold:workflow'),
    self: ports.uniqueId(),
    async onElected() {
      // This window may have slept while the other one wrote.
      await preferences.refresh();
      await runs.refresh();
      const run = await runs.current();
      driver.show(run, true);
      const isStopped = takeStop();
      if (await runs.isDrivenByOther(run)) return;
      await driver.sendPrepared({ type: 'take-over' });
      if (isStopped) driver.send({ type: 'stop' });
    },
    onAsked: () => driver.giveWay(),
  });
}

async function takeFromDevice({ preferences, runs, driver }: Driven): Promise<void> {
  const { id } = driver.run();
  await runs.take(id);
  await orNothing(preferences.setCurrentRun(id), undefined);
  await driver.sendPrepared({ type: 'take-over' });
}

interface Followed extends Omit<Driven, 'preferences'> {
  readonly documents: OpenDocuments;
  readonly leader: TabLeader;
}

/** Shows what other windows and devices make of the run, until it is called off. */
function followOthers({ onRunsChange }: RunSessionOptions, { documents, runs, driver, leader }: Followed): () => void {
  return documents.onForeign(async ({ id, kind }) => {
    if (id === THIS_DEVICE) {
      if (!leader.isLeader()) driver.show(await runs.current(), true);
      return;
    }
    if (kind === 'run') onRunsChange();
    const shown = driver.run().id;
    if (kind !== 'run' || id !== runDocumentId(shown)) return;
    const found = await runs.read(shown);
    if (found === null) return;
    const { run, isOfOther } = found;
    if (!leader.isLeader()) driver.send({ type: 'loaded', run });
    else if (isOfOther) {
      // Another device has this run now: what was going on here is left to it.
      driver.send({ type: 'taken-over' });
      runs.release(run.id);
      driver.show(run, isAtWork(run));
    }
  });
}
