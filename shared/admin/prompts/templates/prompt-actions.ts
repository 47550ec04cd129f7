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

/** What the step now has: its custom prompt or template with everything filled in; null without a prompt. */
function composed({ driver, templates, preferences, codices }: RunSession, step: StepId): FilledPrompt | null {
  const template = templates.promptOf(step);
  const form = preferences.form();
  const codex = codices.codexOf(form.category);
  return template === null ? null : composePrompt({ ...driver.run(), form }, step, template, codex);
}

/** The prompt as it was sent where that counts, else as it would be. */
function fullPrompt(session: RunSession, step: StepId): FilledPrompt | null {
  const run = session.driver.run();
  const sent = stepStatus(run, step) === 'Pending' ? undefined : lastAttempt(run, step)?.prompt;
  return sent ? { prompt: sent, missing: [], faults: [] } : composed(session, step);
}

/** The step's prompt with everything filled in. Throws an error with words for the owner where it cannot be sent. */
export function promptToSend(session: RunSession, step: StepId): string {
  const { chain } = session.driver.run();
  const template = session.templates.promptOf(step);
  const refusal = template === null ? null : placeholderRefusal(template, chain, step);
  if (refusal !== null) throw new Error(unfillableFault(refusal).message);
  const filled = composed(session, step);
  if (filled === null) throw new Error(noPromptFault(stepNumber(chain, step)).message);
  return filled.prompt;
}

/** What the owner does with the prompts of the steps. */
export function promptActions({ ports, get, set, session: opened, dispatch, whenOpen }: ActionContext) {
  const { steps, api } = ports;

  function setEstimate(step: StepId, estimate: EstimateState): void {
    set({ estimates: { ...get().estimates, [step]: estimate } });
  }

  return {
    /** The prompt as it is, or would be, sent; null without a prompt. Pure; cheap enough for a click, not for each key. */
    fullPrompt(step: StepId): FilledPrompt | null {
      const session = opened();
      return session && fullPrompt(session, step);
    },
    /** The custom prompt, else the template; null where there is neither. What the prompt editor begins with. */
    promptOf: (step: StepId): string | null => opened()?.templates.promptOf(step) ?? null,
    /** What the prompt editor says now; null once it is saved or given up. */
    setUnsavedPrompt: (step: StepId, text: string | null) => dispatch(({ unsaved }) => unsaved.set(step, text)),
    /** `note` is what the owner says of the change; empty for nothing. */
    savePrompt: (step: StepId, prompt: string, note = '') =>
      whenOpen(({ templates }) => templates.save(step, prompt, note)),
    resetPrompt: (step: StepId) => whenOpen(({ templates }) => templates.reset(step)),
    resetCustomPrompts: () => whenOpen(({ templates }) => templates.resetAll()),
    /** Counts a step's prompt; the answer is in `estimates`. */
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
