import { estimatePrompt } from '#shared/contract/ai.ts';
import { noPromptFault, unfillableFault } from '#shared/workflow/faults.ts';
import type { FilledPrompt } from '#shared/workflow/fill-prompt.ts';
import { placeholderRefusal } from '#shared/workflow/placeholder-faults.ts';
import { composePrompt, lastAttempt, stepStatus } from '#shared/workflow/run.ts';
import { type StepId, stepNumber } from '#shared/workflow/steps.ts';
import { errorText } from '../../error-text.ts';
import type { ActionContext } from '../runs/action-context.ts';
import type { RunSession } from '../runs/run-session.ts';
import type { EstimateState } from '../runs/run-state.ts';

/**
 * Returns the current prompt of a step: its custom prompt or template with all placeholders filled; null when there is
 * none.
 */
function composed({ driver, templates, preferences, codices }: RunSession, step: StepId): FilledPrompt | null {
  const template = templates.promptOf(step);
  const form = preferences.form();
  const codex = codices.codexOf(form.category);
  return template === null ? null : composePrompt({ ...driver.run(), form }, step, template, codex);
}

/** Returns the prompt as it was sent, unless the step is pending; otherwise as it would be sent. */
function fullPrompt(session: RunSession, step: StepId): FilledPrompt | null {
  const run = session.driver.run();
  const sent = stepStatus(run, step) === 'Pending' ? undefined : lastAttempt(run, step)?.prompt;
  return sent ? { prompt: sent, missing: [], faults: [] } : composed(session, step);
}

/**
 * Returns the step's prompt with all placeholders filled. Throws an error with a message for the owner when the prompt
 * cannot be sent.
 */
export function promptToSend(session: RunSession, step: StepId): string {
  const { chain } = session.driver.run();
  const template = session.templates.promptOf(step);
  const refusal = template === null ? null : placeholderRefusal(template, chain, step);
  if (refusal !== null) throw new Error(unfillableFault(refusal).message);
  const filled = composed(session, step);
  if (filled === null) throw new Error(noPromptFault(stepNumber(chain, step)).message);
  return filled.prompt;
}

/** Returns the owner's actions on the prompts of the steps. */
export function promptActions({ ports, get, set, session: opened, dispatch, whenOpen }: ActionContext) {
  const { steps, api } = ports;

  function setEstimate(step: StepId, estimate: EstimateState): void {
    set({ estimates: { ...get().estimates, [step]: estimate } });
  }

  return {
    /**
     * The prompt as it was, or would be, sent; null when there is none. Pure; cheap enough for a click, but not for
     * every key.
     */
    fullPrompt(step: StepId): FilledPrompt | null {
      const session = opened();
      return session && fullPrompt(session, step);
    },
    /** The custom prompt, or else the template; null when there is neither. The prompt editor begins with it. */
    promptOf: (step: StepId): string | null => opened()?.templates.promptOf(step) ?? null,
    /** Stores the current text of the prompt editor; null when the text is saved or discarded. */
    setUnsavedPrompt: (step: StepId, text: string | null) => dispatch(({ unsaved }) => unsaved.set(step, text)),
    /** `note` is the owner's note on the change; empty when there is none. */
    savePrompt: (step: StepId, prompt: string, note = '') =>
      whenOpen(({ templates }) => templates.save(step, prompt, note)),
    resetPrompt: (step: StepId) => whenOpen(({ templates }) => templates.reset(step)),
    resetCustomPrompts: () => whenOpen(({ templates }) => templates.resetAll()),
    /** Has a step's prompt counted; the result is in `estimates`. */
    estimate: (step: StepId) =>
      whenOpen(async (session) => {
        const prompt = (await session.templates.prepare()) ? composed(session, step)?.prompt : undefined;
        if (prompt === undefined) {
          setEstimate(step, { kind: 'failed', message: noPromptFault(stepNumber(steps, step)).message });
          return;
        }
        if (get().estimates[step] === undefined) setEstimate(step, { kind: 'counting' });
        try {
          const counted = await api.call(estimatePrompt, { body: { prompt, stepId: step } });
          const share = (counted.tokens + counted.maxOutputTokens) / counted.contextLimit;
          setEstimate(step, { kind: 'counted', estimate: { ...counted, share } });
        } catch (error) {
          setEstimate(step, { kind: 'failed', message: errorText(error) });
        }
      }),
  };
}
