import { missingFieldsText } from './chain-form.ts';
import type { RunFault, RunReport } from './run-states.ts';
import { type StepId, type StepList, stepNumber, stepWithRole } from './steps.ts';

/** The text of a toast. Titles, and some of the texts, are fixed: docs/rules.md, "Chained prompts". */
export interface Message {
  readonly title: string;
  readonly description: string;
  readonly isError: boolean;
}

const said = (title: string, description: string): Message => ({ title, description, isError: false });
const failed = (title: string, description: string): Message => ({ title, description, isError: true });

export const TOKEN_LIMIT_TEXT =
  'Context too large for GPT-4o (exceeded 128K tokens). Please reset chained prompts and try with shorter responses.';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** Returns the number of steps, as a word where there is one: "nine". */
export function countOf(steps: StepList): string {
  return WORDS[steps.length] ?? String(steps.length);
}

/** The known facts about the price while the server cannot be reached: docs/rules.md, "Bought once". */
export const PAID_ONCE = 'The step is paid for once, unless the server itself went down in it.';

/** Returns the toast for a report of a run through these steps. */
export function reportMessage(report: RunReport, steps: StepList): Message {
  switch (report.kind) {
    case 'step-completed':
      return completedMessage(stepNumber(steps, report.step), report.step, steps);
    case 'step-failed':
      return faultMessage(report.fault);
    case 'missing-fields':
      return failed('Error', missingFieldsText(report.isAuto));
    case 'unfillable':
      return failed('Nothing was sent', unfillableText(report.steps, steps));
    case 'offline':
      return failed('Error', `No connection. The run goes on by itself when it is back. ${PAID_ONCE}`);
    case 'workflow-complete':
      return said(
        'Workflow Complete!',
        `All ${countOf(steps)} steps are done. The first draft opens in the post form, unless you are writing.`,
      );
  }
}

/** A step whose prompt names a value that it cannot have, and the reason (`placeholderRefusal`). */
interface Unfillable {
  readonly step: StepId;
  readonly refusal: string;
}

/** Returns the faults of the prompts that must be mended before a run can begin. */
export function unfillableText(unfillable: readonly Unfillable[], steps: StepList): string {
  return unfillable.map(({ step, refusal }) => `The prompt of step ${stepNumber(steps, step)}: ${refusal}`).join(' ');
}

function completedMessage(number: number, step: StepId, steps: StepList): Message {
  if (stepWithRole(steps, 'writesDrafts')?.id !== step) {
    return said('AI Response Generated', `Step ${number} completed successfully!`);
  }
  const refining = stepWithRole(steps, 'refines');
  const next = refining ? ` Step ${stepNumber(steps, refining.id)} refines the best of them.` : '';
  return said(`Step ${number} Complete!`, `The draft blogs are written.${next}`);
}

/**
 * Shown when the step was stopped in another window or on another device; nothing is shown to the person who stops it
 * here.
 */
export const STOPPED_TEXT =
  'This step was stopped before its answer was complete. What arrived is kept; run the step again.';

const ownCodes: ReadonlySet<string> = new Set([
  'output_cut',
  'output_tool',
  'output_stopped',
  'output_empty',
  'output_refused',
  'output_page',
  'output_picture',
  'no_prompt',
  'prompt_unfillable',
]);

/**
 * Returns the toast of a failed step. Our own server answers with codes; in a message from anywhere else, certain words
 * are looked for.
 */
export function faultMessage({ code, message }: RunFault): Message {
  if (code === 'ai_context_too_large') return failed('Token Limit Reached', TOKEN_LIMIT_TEXT);
  if (code === 'ai_stopped') return failed('Error', STOPPED_TEXT);
  const isForeign = !ownCodes.has(code) && !code.startsWith('ai_');
  if (isForeign && /token|context|maximum context length/i.test(message)) {
    return failed('Token Limit Reached', TOKEN_LIMIT_TEXT);
  }
  return failed('Error', message);
}

/** "Provider busy, again in 20 s": for the time left until the provider is asked again, in milliseconds. */
export function busyText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds > 0 ? `Provider busy, again in ${seconds} s` : 'Provider busy, asking again';
}

/** The other toasts of the tab. */
export const workflowMessages = {
  draftsParsed: (count: number) =>
    said('Blog Posts Parsed!', `${count} ${count === 1 ? 'draft is' : 'drafts are'} in the list below.`),
  parsingFailed: (step: number) => failed('Parsing Failed', `Could not parse blog posts from Step ${step} output.`),
  draftDeleted: said('Draft Deleted', 'The draft was removed from the list.'),
  draftsDeleted: (count: number) =>
    said(
      count === 1 ? 'Draft Deleted' : 'Drafts Deleted',
      `${count === 1 ? 'It was' : `${count} were`} removed from the list. History keeps what was synced for 30 days.`,
    ),
  draftRegenerated: said('Draft Regenerated!', 'The draft was written anew.'),
  regenerationFailed: (message: string) => failed('Regeneration Failed', message),
  /** Yellow findings need no confirmation: they are reported together with the post. */
  draftPublished: (toLookAt = 0) =>
    said(
      'Blog Post Published!',
      `The draft is now live on the site.${toLookAt === 0 ? '' : ` To look at in it: ${toLookAt}.`}`,
    ),
  publishingFailed: (message: string) => failed('Publishing Failed', message),
  promptSaved: said('Prompt Saved', 'The custom prompt is used from the next run of this step.'),
  promptOutdone: (step: number) =>
    said(
      `Step ${step} has two prompts`,
      'Two devices saved one at the same moment. One of them counts, the other stands in its editor, not saved.',
    ),
  promptSaveFailed: (message: string) => failed('Save Failed', message),
  promptReset: said('Prompt Reset', 'The step has its default prompt again.'),
  promptResetMissing: failed('Reset Failed', 'Could not find default prompt for this step.'),
  promptResetFailed: failed('Reset Failed', 'Failed to reset prompt. Please try again.'),
  promptsCleared: (steps: StepList) =>
    said('Custom Prompts Cleared', `All ${countOf(steps)} steps have their default prompts again.`),
  notAllRead: (kind: string) =>
    failed(
      'Not all of it could be read',
      `A part of a ${kind} on this computer is damaged, or a newer version has written it. What can be read is here; the rest stays where it is.`,
    ),
  limitsTestFailed: (message: string) => failed('Test Failed', message),
} as const;
