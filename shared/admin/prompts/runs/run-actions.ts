import { ApiError } from '#shared/api-client/api-error.ts';
import { estimatePrompt, getAiUsage, testAiLimits } from '#shared/contract/ai.ts';
import { errorRegistry } from '#shared/kernel/errors.ts';
import { noPromptFault } from '#shared/workflow/faults.ts';
import type { FilledPrompt } from '#shared/workflow/fill-prompt.ts';
import { workflowMessages } from '#shared/workflow/messages.ts';
import { composePrompt, lastAttempt, stepStatus } from '#shared/workflow/run.ts';
import type { RunEvent } from '#shared/workflow/run-states.ts';
import { type StepId, stepNumber } from '#shared/workflow/steps.ts';
import { errorText } from '../../error-text.ts';
import { runDocumentId } from './run-document.ts';
import type { OpenRun } from './run-session.ts';
import type { RunParts } from './run-parts.ts';
import { findRun, historyOf, shelvedRuns } from './run-list.ts';
import type { EstimateState, RunActions } from './run-state.ts';

type StepActions = Omit<
  RunActions,
  | 'parseWritten'
  | 'editDraft'
  | 'publishDraft'
  | 'regenerateDraft'
  | 'makeDraftImage'
  | 'setDraftImage'
  | 'openLeftDraft'
  | 'publishLeftDraft'
  | 'putOffLeftDraft'
  | 'deleteDraft'
  | 'clearDrafts'
  | 'undoPublish'
>;

const failed = (description: string) => ({ title: 'Error', description, isError: true });

/** What the step now has: its custom prompt or template with everything filled in; null without a prompt. */
export function composed({ driver, templates, preferences }: OpenRun, step: StepId): FilledPrompt | null {
  const template = templates.promptOf(step);
  return template === null ? null : composePrompt({ ...driver.run(), form: preferences.form() }, step, template);
}

/** The prompt as it was sent where that counts, else as it would be. */
export function fullPrompt(open: OpenRun, step: StepId): FilledPrompt | null {
  const run = open.driver.run();
  const sent = stepStatus(run, step) === 'Pending' ? undefined : lastAttempt(run, step)?.prompt;
  return sent ? { prompt: sent, missing: [], refused: [] } : composed(open, step);
}

/** What the owner does with steps, prompts and runs. */
export function stepActions(open: OpenRun, parts: RunParts, isUnderWay: () => boolean): StepActions {
  const { preferences, templates, unsaved, driver, tabs, desk } = open;
  const { steps, api, notices, signedOut, set } = parts;

  function tell(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) signedOut.tell();
    notices.tell(failed(errorText(error)));
  }
  const estimates = new Map<StepId, EstimateState>();
  /** What was asked of the server about the run that was on the screen says nothing about another. */
  function forgetAnswers(): void {
    estimates.clear();
    set({ estimates: {}, booked: null });
  }
  async function start(event: RunEvent): Promise<void> {
    if (!(await templates.prepare())) {
      notices.tell(failed('The prompts cannot be fetched. Check the connection and try again.'));
      return;
    }
    const shown = driver.run().id;
    driver.send(event);
    if (driver.run().id !== shown) forgetAnswers();
  }
  function setEstimate(step: StepId, estimate: EstimateState): void {
    estimates.set(step, estimate);
    set({ estimates: Object.fromEntries(estimates) });
  }
  async function loadUse(): Promise<void> {
    const runId = driver.run().id;
    const [month, booked] = await Promise.all([api.call(getAiUsage), api.call(getAiUsage, { query: { runId } })]);
    set({ month, ...(driver.run().id === runId ? { booked } : {}) });
  }
  async function askSetup(): Promise<void> {
    const { isConfigured } = await api.call(getAiUsage);
    set({
      setup: isConfigured ? { kind: 'ready' } : { kind: 'not-ready', message: errorRegistry.ai_not_configured.message },
    });
  }
  async function loadRuns(): Promise<void> {
    const shown = driver.run().id;
    const shelved = await shelvedRuns(desk, steps);
    set({
      runs: shelved.map(({ summary }) => ({ ...summary, isShown: summary.id === shown })),
      history: historyOf(shelved, shown),
    });
  }

  return {
    setForm: (values) => preferences.setForm(values),
    renameStep: (step, name) => preferences.renameStep(step, name),
    setAutoPublish: (isOn) => preferences.setAutoPublish(isOn),

    runAll: () => void start({ type: 'run-all', form: preferences.form(), runId: parts.unique() }),
    runStep: (step) => void start({ type: 'run-step', step, form: preferences.form() }),
    runFrom: (step) => void start({ type: 'run-from', step, form: preferences.form() }),
    stop: () => driver.send({ type: 'stop' }),
    reset() {
      driver.send({ type: 'reset', runId: parts.unique() });
      forgetAnswers();
    },
    choose: (step, attempt) => driver.send({ type: 'choose', step, attempt }),
    takeOver: () => tabs.takeOver(),
    retryNow: () => driver.retryNow(),

    fullPrompt: (step) => fullPrompt(open, step),
    promptOf: (step) => templates.promptOf(step),
    setUnsavedPrompt: (step, text) => unsaved.set(step, text),
    savePrompt: (step, prompt) => templates.save(step, prompt),
    resetPrompt: (step) => templates.reset(step),
    resetCustomPrompts: () => templates.resetAll(),

    async estimate(step) {
      const prompt = (await templates.prepare()) ? composed(open, step)?.prompt : undefined;
      if (prompt === undefined) {
        setEstimate(step, { kind: 'failed', message: noPromptFault(stepNumber(steps, step)).message });
        return;
      }
      if (!estimates.has(step)) setEstimate(step, { kind: 'counting' });
      try {
        const counted = await api.call(estimatePrompt, { body: { prompt } });
        const share = (counted.tokens + counted.maxOutputTokens) / counted.contextLimit;
        setEstimate(step, { kind: 'counted', estimate: { ...counted, share } });
      } catch (error) {
        setEstimate(step, { kind: 'failed', message: errorText(error) });
      }
    },

    loadRuns,
    async openRun(id) {
      if (isUnderWay() || !tabs.isHolding()) return;
      const run = await findRun(desk, id, steps);
      if (!run) return;
      forgetAnswers();
      await open.show(run).catch(tell);
      await loadRuns();
    },
    async deleteRun(id) {
      if (id === driver.run().id) return;
      try {
        const document = await desk.open('run', runDocumentId(id));
        await desk.keep(document);
        await desk.remove(document);
      } catch (error) {
        tell(error);
      }
      await loadRuns();
    },

    async refresh() {
      const outcomes = await Promise.allSettled([templates.refresh(), askSetup(), loadUse()]);
      const signedOutBy = outcomes.some(
        (outcome) =>
          outcome.status === 'rejected' && outcome.reason instanceof ApiError && outcome.reason.status === 401,
      );
      if (signedOutBy) signedOut.tell();
    },
    async testLimits() {
      set({ limitsTest: { kind: 'running' } });
      try {
        set({ limitsTest: { kind: 'done', answer: await api.call(testAiLimits) } });
      } catch (error) {
        const message = errorText(error);
        set({ limitsTest: { kind: 'failed', message } });
        if (error instanceof ApiError && error.status === 401) signedOut.tell();
        notices.tell(workflowMessages.limitsTestFailed(message));
      }
      // The sum of the month may stay the old one until it is asked for again.
      await loadUse().catch(() => undefined);
    },
    signedIn() {
      if (driver.run().state.kind === 'signed-out') void driver.sendPrepared({ type: 'signed-in' });
    },
  };
}
