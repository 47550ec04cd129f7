import type { Executor } from '#server/db/transaction.ts';
import { listStoredPrompts, type StoredPrompt, setPrompt } from '#server/repositories/prompt-templates.ts';
import type { PromptTemplate } from '#shared/contract/prompts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The stored prompts of the steps. Callers name a step by its place in the list, from 1, as people count them. */
export interface PromptTemplateService {
  /** In the order of the steps. Prompts of steps that are not in the list stay stored, and are left out. */
  list(): Promise<PromptTemplate[]>;
  /** Throws AppError `not_found`. */
  update(stepNumber: number, prompt: string): Promise<PromptTemplate>;
  /** Brings the shipped prompt back. Throws AppError `not_found`. */
  reset(stepNumber: number): Promise<PromptTemplate>;
  /** Gives the step of an id the prompt it had. Throws AppError `not_found`. */
  restore(step: string, prompt: string): Promise<PromptTemplate>;
}

interface PromptTemplateOptions {
  db: Executor;
  clock: Clock;
  /** The steps in their order, with the prompts they are shipped with. */
  steps: readonly { step: string; prompt: string }[];
}

export function createPromptTemplateService({ db, clock, steps }: PromptTemplateOptions): PromptTemplateService {
  const numbered = (stepNumber: number, stored: StoredPrompt): PromptTemplate => ({ stepNumber, ...stored });
  async function store(stepNumber: number, promptOf: (shipped: string) => string): Promise<PromptTemplate> {
    const shipped = steps[stepNumber - 1];
    if (!shipped) throw new AppError('not_found');
    const prompt = promptOf(shipped.prompt);
    const isDefault = prompt === shipped.prompt;
    return numbered(stepNumber, await setPrompt(db, shipped.step, { prompt, isDefault }, clock.now()));
  }
  return {
    async list() {
      const stored = new Map((await listStoredPrompts(db)).map((prompt) => [prompt.step, prompt]));
      return steps.flatMap(({ step }, index) => {
        const prompt = stored.get(step);
        return prompt ? [numbered(index + 1, prompt)] : [];
      });
    },
    update: (stepNumber, prompt) => store(stepNumber, () => prompt),
    reset: (stepNumber) => store(stepNumber, (shipped) => shipped),
    restore: (step, prompt) => store(steps.findIndex((each) => each.step === step) + 1, () => prompt),
  };
}
