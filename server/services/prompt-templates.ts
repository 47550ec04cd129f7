import type { Executor } from '#server/db/transaction.ts';
import { listPromptTemplates, setPrompt } from '#server/repositories/prompt-templates.ts';
import type { PromptTemplate } from '#shared/contract/prompts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The stored prompts of the nine steps. */
export interface PromptTemplateService {
  list(): Promise<PromptTemplate[]>;
  /** Throws AppError `not_found`. */
  update(stepNumber: number, prompt: string): Promise<PromptTemplate>;
  /** Brings the shipped prompt back. Throws AppError `not_found`. */
  reset(stepNumber: number): Promise<PromptTemplate>;
}

interface PromptTemplateOptions {
  db: Executor;
  clock: Clock;
  /** The prompts as they are shipped. */
  shipped: readonly { stepNumber: number; prompt: string }[];
}

export function createPromptTemplateService({ db, clock, shipped }: PromptTemplateOptions): PromptTemplateService {
  const shippedPrompt = (stepNumber: number) => shipped.find((step) => step.stepNumber === stepNumber)?.prompt;
  return {
    list: () => listPromptTemplates(db),
    update(stepNumber, prompt) {
      const isDefault = prompt === shippedPrompt(stepNumber);
      return setPrompt(db, stepNumber, { prompt, isDefault }, clock.now());
    },
    async reset(stepNumber) {
      const prompt = shippedPrompt(stepNumber);
      if (prompt === undefined) throw new AppError('not_found');
      return setPrompt(db, stepNumber, { prompt, isDefault: true }, clock.now());
    },
  };
}
