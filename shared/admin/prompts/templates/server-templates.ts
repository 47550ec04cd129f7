import type { ApiClient } from '#shared/api-client/client.ts';
import {
  listPromptTemplates,
  type PromptTemplate,
  resetPromptTemplate,
  updatePromptTemplate,
} from '#shared/contract/prompts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type StepId, stepOfFormerNumber } from '#shared/workflow/steps.ts';
import { FIVE_MINUTES } from '../../query-client.ts';

interface ServerTemplateOptions {
  api: ApiClient;
  clock: Clock;
  onChange(): void;
}

/** The prompts of the steps as the server has them. What asks the server throws what the call throws. */
export interface ServerTemplates {
  /** Null until they are loaded; the same object until something changes. */
  all(): readonly PromptTemplate[] | null;
  /** Null for a step without a template. */
  promptOf(step: StepId): string | null;
  /** The version of a step's template; 0 where it is not known. */
  versionOf(step: StepId): number;
  load(): Promise<void>;
  /** Whether they are here, and of the last five minutes. */
  isFresh(): boolean;
  /** Puts a prompt in the place of a step's template. False where the server has none of the step. */
  save(step: StepId, prompt: string, note: string): Promise<boolean>;
  /** Brings a step's shipped prompt back. Throws MissingTemplate where the server has none of the step. */
  reset(step: StepId): Promise<void>;
}

/** The server has no template of a step. */
export class MissingTemplate extends Error {}

export function createServerTemplates({ api, clock, onChange }: ServerTemplateOptions): ServerTemplates {
  let templates: readonly PromptTemplate[] | null = null;
  let fetchedAt = 0;

  async function load(): Promise<void> {
    const asked = clock.now();
    templates = await api.call(listPromptTemplates);
    fetchedAt = asked;
    onChange();
  }
  const templateOf = (step: StepId) => templates?.find((template) => stepOf(template) === step);
  /** The number the server knows a step by: its list may be another. Null for one it has no template of. */
  async function numberThere(step: StepId): Promise<number | null> {
    if (templates === null) await load();
    return templateOf(step)?.stepNumber ?? null;
  }
  function replace(template: PromptTemplate): void {
    if (templates === null) return;
    templates = templates.map((each) => (each.stepNumber === template.stepNumber ? template : each));
    onChange();
  }

  return {
    all: () => templates,
    promptOf(step) {
      const prompt = templateOf(step)?.prompt ?? '';
      // A template that is blank is none.
      return prompt.trim() === '' ? null : prompt;
    },
    versionOf: (step) => templateOf(step)?.version ?? 0,
    load,
    isFresh() {
      // A clock that was set back must not keep an old list for longer.
      const age = clock.now() - fetchedAt;
      return templates !== null && age >= 0 && age < FIVE_MINUTES;
    },
    async save(step, prompt, note) {
      const stepNumber = await numberThere(step);
      if (stepNumber === null) return false;
      replace(
        await api.call(updatePromptTemplate, {
          params: { stepNumber },
          body: note === '' ? { prompt } : { prompt, note },
        }),
      );
      return true;
    },
    async reset(step) {
      const stepNumber = await numberThere(step);
      if (stepNumber === null) throw new MissingTemplate();
      replace(await api.call(resetPromptTemplate, { params: { stepNumber } }));
    },
  };
}

/** The step of a template. An earlier server says its number alone. */
function stepOf({ step, stepNumber }: PromptTemplate): StepId | null {
  return step ?? stepOfFormerNumber(stepNumber);
}
