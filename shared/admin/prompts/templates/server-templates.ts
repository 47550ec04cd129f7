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

/** The prompts of the steps on the server. Functions that call the server throw the errors of the call. */
export interface ServerTemplates {
  /** Returns the templates; null until they are loaded, and the same object until something changes. */
  all(): readonly PromptTemplate[] | null;
  /** Returns the template's prompt; null for a step without a template. */
  promptOf(step: StepId): string | null;
  /** Returns the version of a step's template; 0 when it is not known. */
  versionOf(step: StepId): number;
  load(): Promise<void>;
  /** Whether the templates are loaded, and not older than five minutes. */
  isFresh(): boolean;
  /** Replaces a step's template by a prompt. Resolves to false when the server has no template of the step. */
  save(step: StepId, prompt: string, note: string): Promise<boolean>;
  /** Restores a step's shipped prompt. Throws MissingTemplate when the server has no template of the step. */
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
  /**
   * Returns the number by which the server knows a step, since the server's list of steps may differ from ours; null
   * when the server has no template of the step.
   */
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
      // A blank template counts as none.
      return prompt.trim() === '' ? null : prompt;
    },
    versionOf: (step) => templateOf(step)?.version ?? 0,
    load,
    isFresh() {
      // After a clock was set back, an old list must not stay fresh for longer.
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

/** Returns the step of a template. An earlier server sends only the step's number. */
function stepOf({ step, stepNumber }: PromptTemplate): StepId | null {
  return step ?? stepOfFormerNumber(stepNumber);
}
