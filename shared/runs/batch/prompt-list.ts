import type { StepPrompts } from './batch-ports.ts';

/** A step's prompt as the calls of batches name it. */
interface ListedPrompt {
  stepId: string;
  prompt: string;
  /** Of a program that says none it is not known. */
  version?: number | undefined;
}

/** The prompts of a topic's run as the calls of batches list them. */
export function promptList(prompts: StepPrompts): ListedPrompt[] {
  return Object.entries(prompts).map(([stepId, { prompt, version }]) => ({ stepId, prompt, version }));
}

/** What a list of the calls says, by step. */
export function stepPrompts(listed: readonly ListedPrompt[]): StepPrompts {
  return Object.fromEntries(listed.map(({ stepId, prompt, version = 0 }) => [stepId, { prompt, version }]));
}
