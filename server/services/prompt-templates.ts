import type { Executor } from '#server/db/transaction.ts';
import type { Page, Paging } from '#server/repositories/paging.ts';
import { listStoredPrompts, type StoredPrompt, setPrompt } from '#server/repositories/prompt-templates.ts';
import { listVersions } from '#server/repositories/prompt-versions.ts';
import type { PromptTemplate, PromptVersion } from '#shared/contract/prompts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { placeholderRefusal } from '#shared/workflow/placeholder-faults.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';

/**
 * The stored prompts of the steps. Callers identify a step by its position in the list, counted from 1, as people
 * count.
 */
export interface PromptTemplateService {
  /** The prompts in the order of the steps. Prompts of steps that are not in the list stay stored, but are left out. */
  list(): Promise<PromptTemplate[]>;
  /** Throws AppError `not_found`, `invalid_input` for a prompt with a placeholder that the step cannot have. */
  update(stepNumber: number, changed: { prompt: string; note?: string | undefined }): Promise<PromptTemplate>;
  /**
   * All stored versions of a step's prompt, newest first. Throws AppError `not_found`, `invalid_input` for a foreign
   * cursor.
   */
  versions(stepNumber: number, paging: Paging): Promise<Page<PromptVersion>>;
  /** Restores the shipped prompt. Throws AppError `not_found`. */
  reset(stepNumber: number): Promise<PromptTemplate>;
  /** Gives the step with this id the prompt it had before. Throws AppError `not_found`. */
  restore(step: string, prompt: string): Promise<PromptTemplate>;
}

/** The data of a step that the prompts need. */
export interface ShippedStep {
  step: string;
  prompt: string;
  placeholder: string | null;
}

/** The steps of this program. */
export const SHIPPED_STEPS: readonly ShippedStep[] = WORKFLOW_STEPS.map(({ id, placeholder }) => {
  return { step: id, prompt: DEFAULT_PROMPTS[id], placeholder };
});

interface PromptTemplateOptions {
  db: Executor;
  clock: Clock;
  /** The steps in their order, with their shipped prompts and the names of their outputs. */
  steps: readonly ShippedStep[];
}

export function createPromptTemplateService({ db, clock, steps }: PromptTemplateOptions): PromptTemplateService {
  const numbered = (stepNumber: number, stored: StoredPrompt): PromptTemplate => ({ stepNumber, ...stored });
  const named = steps.map(({ step, placeholder }) => ({ id: step, placeholder }));
  async function store(
    stepNumber: number,
    promptOf: (shipped: string) => string,
    note: string,
  ): Promise<PromptTemplate> {
    const shipped = steps[stepNumber - 1];
    if (!shipped) throw new AppError('not_found');
    const prompt = promptOf(shipped.prompt);
    const isDefault = prompt === shipped.prompt;
    return numbered(stepNumber, await setPrompt(db, shipped.step, { prompt, isDefault, note }, clock.now()));
  }
  return {
    async list() {
      const stored = new Map((await listStoredPrompts(db)).map((prompt) => [prompt.step, prompt]));
      return steps.flatMap(({ step }, index) => {
        const prompt = stored.get(step);
        return prompt ? [numbered(index + 1, prompt)] : [];
      });
    },
    async update(stepNumber, { prompt, note = '' }) {
      const step = steps[stepNumber - 1]?.step;
      const message = step === undefined ? null : placeholderRefusal(prompt, named, step);
      if (message !== null) throw new AppError('invalid_input', { message, issues: [{ path: 'prompt', message }] });
      return store(stepNumber, () => prompt, note);
    },
    reset: (stepNumber) => store(stepNumber, (shipped) => shipped, 'Reset to the shipped prompt'),
    async versions(stepNumber, paging) {
      const shipped = steps[stepNumber - 1];
      if (!shipped) throw new AppError('not_found');
      return listVersions(db, shipped.step, paging);
    },
    restore: (step, prompt) =>
      store(steps.findIndex((each) => each.step === step) + 1, () => prompt, 'Restored from History'),
  };
}
