import { createStore, type StoreApi } from 'zustand/vanilla';
import { defaultChainForm } from '#shared/workflow/chain-form.ts';
import { createPrints, outdatedSteps } from '#shared/workflow/run-sources.ts';
import type { RunState } from '#shared/workflow/run-states.ts';
import { systemTimers, type Timers } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import type { PostAutomation } from '../../posts/index.ts';
import { type BatchHost, createBatchHost } from '../batches/here/batch-host.ts';
import { codexActions } from '../codex/codex-actions.ts';
import { draftActions, draftListActions } from '../drafts/draft-actions.ts';
import { draftPictureActions } from '../drafts/draft-picture-actions.ts';
import { afterAutoPublish, publicationActions, tellPublication } from '../drafts/publication-actions.ts';
import { replayActions } from '../replays/replay-actions.ts';
import { promptActions } from '../templates/prompt-actions.ts';
import type { ActionContext } from './action-context.ts';
import { createPageSignals, errorNotice, type PageListeners } from './page-signals.ts';
import { runActions, runListActions, savedInputsActions } from './run-actions.ts';
import { openRunSession, type RunPorts, type RunSession } from './run-session.ts';
import { openingState, type RunStoreState } from './run-state.ts';
import { usageActions } from './usage-actions.ts';

/** The owner's actions. None throws: a failure becomes a notice (`onNotice`). */
export type RunActions = ReturnType<typeof createActions>;

function createActions(context: ActionContext) {
  return {
    ...runActions(context),
    ...runListActions(context),
    ...promptActions(context),
    ...draftActions(context),
    ...draftListActions(context),
    ...draftPictureActions(context),
    ...publicationActions(context),
    ...usageActions(context),
    ...codexActions(context),
    ...savedInputsActions(context),
    ...replayActions(context),
  };
}

/**
 * The host of the chained prompts: one for each window, alive whichever tab is shown. Read it with zustand's
 * `useStore(store, selector)`. Toasts, questions, navigation and the sign-in dialog belong to `useRunHost`, which the
 * dashboard mounts once: a screen only draws the state and calls actions.
 */
export interface RunStore
  extends Pick<StoreApi<RunStoreState>, 'getState' | 'getInitialState' | 'subscribe'>,
    PageListeners,
    PostAutomation {
  readonly actions: RunActions;
  /** The batches that this device drives or follows. */
  readonly batches: {
    /** The device's permanent name. Throws NotKeptError. */
    device(): Promise<string>;
    /** To be called when a batch was begun or seen, or when something was done to one. */
    wake(): void;
  };
  /** Writes everything that is not on the disk yet; for a page that may not come back. */
  flush(): Promise<void>;
  /** Releases the lock and everything else. The run itself is kept. */
  close(): Promise<void>;
}

const LIST_AGAIN_MS = 1000;

/** Opens the chained prompts of a window. Actions requested before everything is loaded are performed afterwards. */
export function createRunStore(ports: RunPorts, timers: Timers = systemTimers): RunStore {
  const store = createStore<RunStoreState>(() => openingState(defaultChainForm(ports.site.url('')), ports.steps));
  const { page, listeners } = createPageSignals();
  let session: RunSession | null = null;
  let host: BatchHost | null = null;
  const prints = createPrints();
  const context: ActionContext = {
    ...{ ports, timers, page },
    get: store.getState,
    set: (state) => store.setState(state),
    session: () => session,
    dispatch(work) {
      if (session) work(session);
      else void opened.then(work);
    },
    whenOpen: (work) => opened.then(work),
  };
  const actions = createActions(context);

  function show(): void {
    if (!session) return;
    prints.nextRound();
    store.setState(shown(store.getState(), session, prints.print));
  }
  const listSoon = onceAtATime(timers, LIST_AGAIN_MS, () => void actions.loadRuns());
  async function open(): Promise<RunSession> {
    session = await openRunSession({
      ...{ ports, timers, page },
      onChange: show,
      onPublication: (outcome) => tellPublication(context, outcome),
      onBusy(busyUntil) {
        if (store.getState().busyUntil !== busyUntil) store.setState({ busyUntil });
      },
      onStepEnd() {
        if (session) void actions.refresh();
      },
      onIncomplete: () => store.setState(({ timesIncomplete }) => ({ timesIncomplete: timesIncomplete + 1 })),
      // If the list was requested before, it follows the changes of other devices, one second later.
      onRunsChange() {
        if (store.getState().runs !== null) listSoon();
      },
    });
    show();
    const onBatches = (batches: RunStoreState['openBatches']) => {
      store.setState({ openBatches: same(store.getState().openBatches, batches) });
    };
    host = createBatchHost({ ports, timers, session, onChange: onBatches });
    return session;
  }
  const opened = open();
  opened.catch((error: unknown) => {
    console.error('The chained prompts cannot be opened', error);
    page.notice(errorNotice(errorText(error)));
  });

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    ...listeners,
    actions,
    batches: {
      async device() {
        const { preferences } = await opened;
        const device = await preferences.keepDevice();
        store.setState({ device });
        return device;
      },
      wake: () => host?.wake(),
    },
    ...postAutomation(context),
    flush: async () => session?.flush(),
    async close() {
      await opened.catch(() => undefined);
      await host?.close();
      await session?.close();
    },
  };
}

/** Returns the part that the post form calls. */
function postAutomation(context: ActionContext): Omit<PostAutomation, keyof PageListeners> {
  return {
    takeSubmit: (documentId) => context.session()?.autoPublish.take(documentId) ?? null,
    saved(post) {
      if (post.isAutomatic) afterAutoPublish(context, post);
      // If this computer cannot store the result, the list of posts still shows the post.
      context
        .session()
        ?.autoPublish.saved(post)
        .catch(() => undefined);
    },
    targetMarket: () => context.get().form.targetMarket,
  };
}

/** Runs the function after this many milliseconds; requests made until then are served by the same run. */
function onceAtATime(timers: Timers, milliseconds: number, run: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    timers.after(milliseconds, () => {
      isWaiting = false;
      run();
    });
  };
}

/**
 * Returns the parts of a session that the tab shows. An unchanged part stays the same object, so that it is not drawn
 * anew.
 */
function shown(before: RunStoreState, session: RunSession, print: (text: string) => string): Partial<RunStoreState> {
  const { driver, preferences, templates, unsaved, drafts, codices, savedInputs } = session;
  const run = driver.run();
  const inputs = { form: preferences.form(), promptOf: templates.promptOf, codexOf: codices.codexOf };
  return {
    isOpen: true,
    run,
    isUnderWay: isUnderWay(run.state),
    isWatching: run.state.kind === 'watching',
    isOnOtherDevice: session.isOnOtherDevice(),
    device: preferences.device(),
    diskFault: driver.diskFault(),
    outdated: same(before.outdated, Object.fromEntries(outdatedSteps(run, inputs, print))),
    form: same(before.form, inputs.form),
    stepNames: same(before.stepNames, preferences.stepNames()),
    isAutoPublish: preferences.isAutoPublish(),
    templates: templates.templates(),
    customPrompts: templates.custom(),
    unsavedPrompts: unsaved.texts(),
    drafts: drafts.cards(),
    codices: codices.views(),
    savedInputs: savedInputs.all(),
  };
}

/** Returns the value before if both are equal. */
function same<Value>(before: Value, now: Value): Value {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

function isUnderWay(state: RunState): boolean {
  const driven = state.kind === 'watching' ? state.of : state;
  return driven.kind !== 'idle' && driven.kind !== 'stopped' && driven.kind !== 'failed' && driven.kind !== 'done';
}
