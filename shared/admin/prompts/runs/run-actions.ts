import { runDocumentId } from '#shared/runs/run-document.ts';
import type { ChainForm } from '#shared/workflow/chain-form.ts';
import type { RunEvent } from '#shared/workflow/run-states.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import { errorText } from '../../error-text.ts';
import { isSignedOut } from '../../query-client.ts';
import type { ActionContext } from './action-context.ts';
import { errorNotice } from './page-signals.ts';
import { findRun, historyOf, listRuns } from './run-list.ts';
import type { RunSession } from './run-session.ts';

/** The server's answers about one run do not apply to another run. */
const NO_ANSWERS = { estimates: {}, booked: null };

/** Returns the owner's actions on the run on the screen and on its inputs. */
export function runActions({ ports, page, set, dispatch }: ActionContext) {
  async function begin({ templates, driver }: RunSession, event: RunEvent): Promise<void> {
    if (!(await templates.prepare())) {
      page.notice(errorNotice('The prompts cannot be fetched. Check the connection and try again.'));
      return;
    }
    const shown = driver.run().id;
    driver.send(event);
    if (driver.run().id !== shown) set(NO_ANSWERS);
  }

  return {
    setForm: (values: Partial<ChainForm>) => dispatch(({ preferences }) => preferences.setForm(values)),
    /** A blank name restores the step's own title. */
    renameStep: (step: StepId, name: string) => dispatch(({ preferences }) => preferences.renameStep(step, name)),
    setAutoPublish: (isOn: boolean) => dispatch(({ preferences }) => preferences.setAutoPublish(isOn)),

    /**
     * Run All Steps and Continue: goes on with the steps that have no output yet; when the run is finished, begins a
     * new one.
     */
    runAll: () =>
      dispatch((session) => {
        void begin(session, { type: 'run-all', form: session.preferences.form(), runId: ports.uniqueId() });
      }),
    runStep: (step: StepId) =>
      dispatch((session) => void begin(session, { type: 'run-step', step, form: session.preferences.form() })),
    /** Runs this step and all later steps anew; earlier outputs are kept. */
    runFrom: (step: StepId) =>
      dispatch((session) => void begin(session, { type: 'run-from', step, form: session.preferences.form() })),
    stop: () => dispatch((session) => session.stop()),
    /** Begins a new run; the old one stays in the run list. */
    reset: () =>
      dispatch(({ driver }) => {
        driver.send({ type: 'reset', runId: ports.uniqueId() });
        set(NO_ANSWERS);
      }),
    /** Makes an earlier output of a step count again; `attempt` is its number. */
    choose: (step: StepId, attempt: number) => dispatch(({ driver }) => driver.send({ type: 'choose', step, attempt })),
    /** "Continue here", in a tab that watches. */
    takeOver: () => dispatch((session) => session.takeOver()),
    /** Checks at once whether the network is back. */
    retryNow: () => dispatch(({ driver }) => driver.retryNow()),
    /** To be called when the owner has signed in again. */
    signedIn: () =>
      dispatch(({ driver }) => {
        if (driver.run().state.kind === 'signed-out') void driver.sendPrepared({ type: 'signed-in' });
      }),
  };
}

/** Returns the owner's actions on sets of inputs. Those that write return whether this computer has stored the set. */
export function savedInputsActions({ page, get, dispatch, whenOpen }: ActionContext) {
  async function noticed(work: Promise<void>, done: string): Promise<boolean> {
    try {
      await work;
      page.notice({ title: done, description: '', isError: false });
      return true;
    } catch (error) {
      page.notice(errorNotice(errorText(error)));
      return false;
    }
  }
  return {
    /** Saves the current inputs under a name. */
    saveInputs: (name: string) =>
      whenOpen(({ savedInputs, preferences }) => noticed(savedInputs.save(name, preferences.form()), 'Inputs Saved')),
    renameInputs: (id: string, name: string) =>
      whenOpen(({ savedInputs }) => noticed(savedInputs.rename(id, name), 'Inputs Renamed')),
    removeInputs: (id: string) => whenOpen(({ savedInputs }) => noticed(savedInputs.remove(id), 'Inputs Deleted')),
    /** Fills the form with a set. */
    fillIn(id: string) {
      const form = get().savedInputs.find((set) => set.id === id)?.form;
      if (form) dispatch(({ preferences }) => preferences.setForm({ ...form, category: form.category ?? '' }));
    },
  };
}

/** Returns the owner's actions on the runs of the list. */
export function runListActions({ ports, page, get, set, whenOpen }: ActionContext) {
  const { steps } = ports;

  function tell(error: unknown): void {
    if (isSignedOut(error)) page.signedOut();
    page.notice(errorNotice(errorText(error)));
  }
  async function loadRuns({ documents, driver }: RunSession): Promise<void> {
    const shown = driver.run().id;
    const listed = await listRuns(documents, steps);
    set({
      runs: listed.map(({ summary }) => ({ ...summary, isShown: summary.id === shown })),
      history: historyOf(listed, shown),
    });
  }

  return {
    loadRuns: () => whenOpen(loadRuns),
    /** Shows a past run in place of this one; only while nothing is under way. */
    openRun: (id: string) =>
      whenOpen(async (session) => {
        const { isUnderWay, isOnOtherDevice } = get();
        if ((isUnderWay && !isOnOtherDevice) || !session.isLeader()) return;
        const run = await findRun(session.documents, id, steps);
        if (!run) return;
        set(NO_ANSWERS);
        await session.show(run).catch(tell);
        await loadRuns(session);
      }),
    deleteRun: (id: string) =>
      whenOpen(async (session) => {
        const { documents, driver } = session;
        if (id === driver.run().id) return;
        try {
          const document = await documents.open('run', runDocumentId(id));
          await documents.keep(document);
          await documents.remove(document);
        } catch (error) {
          tell(error);
        }
        await loadRuns(session);
      }),
  };
}
