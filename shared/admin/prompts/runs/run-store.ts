import { createStore } from 'zustand/vanilla';
import { defaultChainForm } from '#shared/workflow/chain-form.ts';
import { type Message, workflowMessages } from '#shared/workflow/messages.ts';
import { newRun } from '#shared/workflow/run.ts';
import type { RunState } from '#shared/workflow/run-states.ts';
import { systemTimers, type Timers } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import { type LeftOutcome, leftMessage } from '../drafts/publish-left-draft.ts';
import { fullPrompt, stepActions } from './run-actions.ts';
import { draftActions } from '../drafts/draft-actions.ts';
import { type OpenRun, openRun, type RunPorts } from './run-session.ts';
import type { RunParts } from './run-parts.ts';
import { createSignal } from './page-signals.ts';
import type { RunActions, RunDestination, RunStore, RunStoreState, SavedPost } from './run-state.ts';

/** How long a post published by the run can be taken back. */
const UNDO_MS = 10_000;
const LIST_AGAIN_MS = 1000;

/** Opens the chained prompts of a window. What is asked before everything is loaded is done once it is. */
export function createRunStore(ports: RunPorts, timers: Timers = systemTimers): RunStore {
  const store = createStore<RunStoreState>(() => initialState(ports));
  const notices = createSignal<Message>();
  const goTo = createSignal<RunDestination>();
  const hosts = new Set<() => boolean>();
  // Without a host there is nobody who could open a form.
  const isBusy = () => hosts.size === 0 || [...hosts].some((isBusyThere) => isBusyThere());
  const stale = createSignal<'posts' | 'images'>();
  const signedOut = createSignal<void>();
  const submit = createSignal<void>();
  let open: OpenRun | null = null;
  let actions: RunActions | null = null;

  const set = (state: Partial<RunStoreState>) => store.setState(state);
  const action = (name: string, isDone: boolean) => ports.analytics.adminAction(name, { success: isDone });
  function show(): void {
    if (open === null) return;
    const { driver, preferences, templates, unsaved, drafts } = open;
    const run = driver.run();
    const before = store.getState();
    const next: Partial<RunStoreState> = {
      isOpen: true,
      run,
      isUnderWay: isUnderWay(run.state),
      isWatching: run.state.kind === 'watching',
      isElsewhere: open.isElsewhere(),
      notKept: driver.notKept(),
      form: same(before.form, preferences.form()),
      stepNames: same(before.stepNames, preferences.stepNames()),
      isAutoPublish: preferences.isAutoPublish(),
      templates: templates.templates(),
      customPrompts: templates.custom(),
      unsavedPrompts: unsaved.texts(),
      drafts: drafts.cards(),
    };
    set(next);
  }

  let isListing = false;
  /** The list, where it was asked for before, follows what other devices do, a second behind. */
  function listRunsSoon(): void {
    if (isListing || store.getState().runs.length === 0) return;
    isListing = true;
    timers.after(LIST_AGAIN_MS, () => {
      isListing = false;
      void actions?.loadRuns();
    });
  }

  const opened = openRun({
    ports,
    timers,
    onChange: show,
    notice: notices.tell,
    goTo: goTo.tell,
    isBusy,
    onLeft: told,
    signedOut: () => signedOut.tell(),
    onSubmit: () => submit.tell(),
    onStepEnd: () => void actions?.refresh(),
    action,
    onRunsChange: listRunsSoon,
  }).then((run) => {
    open = run;
    const parts: RunParts = {
      ...{ steps: ports.steps, api: ports.api, clock: ports.clock, desk: run.desk, drafts: run.drafts, timers },
      ...{ notices, goTo, isBusy, stale, signedOut, set, action },
      unique: () => ports.uniqueId(),
      run: () => run.driver.run(),
      fullPrompt: (step) => fullPrompt(run, step),
    };
    actions = {
      ...stepActions(run, parts, () => store.getState().isUnderWay && !store.getState().isElsewhere),
      ...draftActions(parts),
      ...leftDraftActions(run),
      undoPublish: () => undoPublish(run),
    };
    show();
    return actions;
  });
  opened.catch((error: unknown) => {
    console.error('The chained prompts cannot be opened', error);
    notices.tell({ title: 'Error', description: errorText(error), isError: true });
  });

  /** What became of a publication that no form has made. */
  function told(outcome: LeftOutcome): void {
    action('draft_published', outcome.kind === 'published');
    if (outcome.kind !== 'published') {
      notices.tell(leftMessage(outcome));
      return;
    }
    const { id, version, values } = outcome.post;
    stale.tell('posts');
    notices.tell(workflowMessages.postPublished);
    offerUndo({ postId: id, version, title: values.title });
  }
  /** What the owner says to a draft that was left to them. */
  function leftDraftActions({ handover }: OpenRun) {
    const orTell =
      (run: (id: string) => Promise<void>) =>
      (id: string): Promise<void> =>
        run(id).catch((error: unknown) => notices.tell(workflowMessages.publishingFailed(errorText(error))));
    return {
      openLeftDraft: orTell(handover.openLeft),
      putOffLeftDraft: orTell(handover.putOff),
      publishLeftDraft: orTell(async (id) => {
        const outcome = await handover.publish(id);
        if (outcome?.kind === 'signed-out') signedOut.tell();
        if (outcome) told(outcome);
      }),
    };
  }

  function offerUndo({ postId, version, title }: Pick<SavedPost, 'postId' | 'version' | 'title'>): void {
    set({ published: { postId, version, title, until: ports.clock.now() + UNDO_MS } });
    timers.after(UNDO_MS, () => {
      if (store.getState().published?.postId === postId) set({ published: null });
    });
  }

  async function undoPublish({ handover }: OpenRun): Promise<void> {
    const { published } = store.getState();
    if (published === null) return;
    set({ published: null });
    try {
      await handover.undo(published);
      action('publish_undone', true);
      notices.tell({ title: 'Taken off the site', description: 'The post is a draft again.', isError: false });
    } catch (error) {
      action('publish_undone', false);
      notices.tell({ title: 'Error', description: errorText(error), isError: true });
    }
    stale.tell('posts');
  }

  /** Does it once everything is loaded. */
  const later =
    <Args extends readonly unknown[], Result>(run: (actions: RunActions) => (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      opened.then((all) => run(all)(...args));
  const soon =
    <Args extends readonly unknown[]>(run: (actions: RunActions) => (...args: Args) => void) =>
    (...args: Args): void => {
      // A stop is done at once; what comes before the run is loaded, in its turn.
      if (actions) run(actions)(...args);
      else void opened.then((all) => run(all)(...args));
    };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    actions: {
      setForm: soon((all) => all.setForm),
      renameStep: soon((all) => all.renameStep),
      setAutoPublish: soon((all) => all.setAutoPublish),
      runAll: soon((all) => all.runAll),
      runStep: soon((all) => all.runStep),
      runFrom: soon((all) => all.runFrom),
      stop: soon((all) => all.stop),
      reset: soon((all) => all.reset),
      choose: soon((all) => all.choose),
      takeOver: soon((all) => all.takeOver),
      retryNow: soon((all) => all.retryNow),
      fullPrompt: (step) => actions?.fullPrompt(step) ?? null,
      promptOf: (step) => actions?.promptOf(step) ?? null,
      setUnsavedPrompt: soon((all) => all.setUnsavedPrompt),
      savePrompt: later((all) => all.savePrompt),
      resetPrompt: later((all) => all.resetPrompt),
      resetCustomPrompts: later((all) => all.resetCustomPrompts),
      estimate: later((all) => all.estimate),
      parseWritten: later((all) => all.parseWritten),
      editDraft: later((all) => all.editDraft),
      publishDraft: later((all) => all.publishDraft),
      regenerateDraft: later((all) => all.regenerateDraft),
      makeDraftImage: later((all) => all.makeDraftImage),
      setDraftImage: later((all) => all.setDraftImage),
      openLeftDraft: later((all) => all.openLeftDraft),
      publishLeftDraft: later((all) => all.publishLeftDraft),
      putOffLeftDraft: later((all) => all.putOffLeftDraft),
      deleteDraft: later((all) => all.deleteDraft),
      clearDrafts: later((all) => all.clearDrafts),
      loadRuns: later((all) => all.loadRuns),
      openRun: later((all) => all.openRun),
      deleteRun: later((all) => all.deleteRun),
      refresh: later((all) => all.refresh),
      testLimits: later((all) => all.testLimits),
      undoPublish: later((all) => all.undoPublish),
      signedIn: soon((all) => all.signedIn),
    },
    onNotice: notices.on,
    onGoTo(listener, isBusyThere = () => false) {
      const stop = goTo.on(listener);
      hosts.add(isBusyThere);
      return () => {
        hosts.delete(isBusyThere);
        stop();
      };
    },
    onSignedOut: signedOut.on,
    onStale: stale.on,
    onSubmit: submit.on,
    takeSubmit: (documentId) => open?.handover.take(documentId) ?? null,
    saved(post) {
      if (post.isByRun) offerUndo(post);
      // Where this computer keeps nothing, the list of posts has it all the same.
      open?.handover.saved(post).catch(() => undefined);
    },
    flush: async () => open?.flush(),
    close: async () =>
      (
        await opened.then(
          () => open,
          () => null,
        )
      )?.close(),
  };
}

function initialState(ports: RunPorts): RunStoreState {
  const form = defaultChainForm(ports.site.url(''));
  return {
    isOpen: false,
    run: newRun('opening', form, ports.steps),
    isUnderWay: false,
    isWatching: false,
    isElsewhere: false,
    notKept: null,
    form,
    stepNames: {},
    isAutoPublish: true,
    templates: null,
    customPrompts: {},
    unsavedPrompts: {},
    drafts: [],
    runs: [],
    history: {},
    estimates: {},
    month: null,
    booked: null,
    setup: { kind: 'unknown' },
    limitsTest: { kind: 'idle' },
    isParsing: false,
    published: null,
  };
}

/** The value before, where it says the same: what reads it need not be drawn anew. */
function same<Value>(before: Value, now: Value): Value {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

function isUnderWay(state: RunState): boolean {
  const driven = state.kind === 'watching' ? state.of : state;
  return driven.kind !== 'idle' && driven.kind !== 'stopped' && driven.kind !== 'failed' && driven.kind !== 'done';
}
