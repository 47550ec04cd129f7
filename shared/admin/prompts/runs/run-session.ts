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
  /** Receives the outcome of a finished run's publication without a form. */
  onPublication(outcome: PublicationOutcome): void;
  /** Called when the provider is busy and will be asked again at that time; null when nothing waits any more. */
  onBusy(until: number | null): void;
  /** Called when a step has ended: the sum booked by the server has changed. */
  onStepEnd(): void;
  /** Called when a run was requested while a needed field was blank. */
  onIncomplete(): void;
  /** Called when another window or device has written a run: the list of runs has changed. */
  onRunsChange(): void;
}

/** This computer's documents of the chained prompts, open in this window. */
interface Stores {
  readonly documents: OpenDocuments;
  readonly preferences: RunPreferences;
  readonly templates: TemplateStore;
  readonly unsaved: UnsavedPrompts;
  readonly drafts: DraftStore;
  readonly codices: CodexStore;
  readonly savedInputs: SavedInputsStore;
}

/** The chained prompts of this window while they work. */
export interface RunSession extends Stores {
  readonly driver: RunDriver;
  readonly autoPublish: AutoPublish;
  /** Whether this window is the one of the device that may drive a run. */
  isLeader(): boolean;
  /** Whether another device drives the run on the screen. */
  isOnOtherDevice(): boolean;
  /** Makes this window drive the run from now on, whoever drove it before. */
  takeOver(): void;
  /** Stops the run. If another window of this device drives the run, this window first takes it over. */
  stop(): void;
  /** Shows another run in place of the current one, which is kept. Throws NotKeptError. */
  show(run: Run): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Opens this computer's documents, and continues the run if this window drives it. */
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
      // For a run in which nothing was asked, only its id is stored, as the run that is shown.
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

/** Returns the results of the engine's effects outside the run. */
function hooksOf(
  { ports, page, onStepEnd, onIncomplete }: RunSessionOptions,
  { templates, drafts }: Stores,
  autoPublish: AutoPublish,
): RunHooks {
  /** The run is over, so nothing would request the draft again. */
  function tellUnopened(error: unknown): void {
    page.notice(workflowMessages.publishingFailed(errorText(error)));
  }
  return {
    async makeDrafts(order) {
      await drafts.make(order);
    },
    openDraft: (run) => autoPublish.open(run).catch(tellUnopened),
    submitPost(key) {
      // Not awaited: the run's later writes must not wait for the network.
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
  /** Whether this window was asked to stop the run while another window drove it; returns true only once. */
  takeStop(): boolean;
}

function leaderOf({ ports, timers }: RunSessionOptions, { preferences, runs, driver, takeStop }: Led): TabLeader {
  return createTabLeader({
    locks: ports.locks,
    timers,
    channel: ports.openChannel('ninefold:workflow'),
    self: ports.uniqueId(),
    async onElected() {
      // This window may have been suspended while the other one wrote.
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

/** Shows the changes that other windows and devices make to the run, until the returned function is called. */
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
      // Another device has this run now: the work under way here is left to that device.
      driver.send({ type: 'taken-over' });
      runs.release(run.id);
      driver.show(run, isAtWork(run));
    }
  });
}
