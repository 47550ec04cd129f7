import type { StepPrompts } from './batch-ports.ts';

/** A step's prompt, in the form of the batch calls of the API. */
interface ListedPrompt {
  stepId: string;
  prompt: string;
  /** Absent when the other program does not send it; the version is then not known. */
  version?: number | undefined;
}

/** Returns the prompts of a topic's run as a list, in the form of the batch calls. */
export function promptList(prompts: StepPrompts): ListedPrompt[] {
  return Object.entries(prompts).map(([stepId, { prompt, version }]) => ({ stepId, prompt, version }));
}

/** Returns the prompts of such a list, by step. */
export function stepPrompts(listed: readonly ListedPrompt[]): StepPrompts {
  return Object.fromEntries(listed.map(({ stepId, prompt, version = 0 }) => [stepId, { prompt, version }]));
}
