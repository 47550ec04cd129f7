import type { ChainForm } from './chain-form.ts';
import { type PlaceholderFault, replacePlaceholders } from './placeholder-faults.ts';
import type { PromptCodex } from './prompt-codex.ts';
import {
  CODEX_PLACEHOLDER,
  FORM_PLACEHOLDERS,
  type Placeholder,
  placeholdersFor,
  type StepId,
  type StepList,
  stepsBefore,
} from './steps.ts';

/** The form's values and the outputs so far, by placeholder; an output that does not exist yet is absent. */
export type PromptValues = Readonly<Partial<Record<Placeholder, string>>>;

export interface FilledPrompt {
  readonly prompt: string;
  /**
   * The placeholders that the prompt names and may use, but that are blank: the step they come from has no output, or
   * the field was left blank.
   */
  readonly missing: readonly Placeholder[];
  /** The placeholders that cannot be filled: they stay as they are, and the prompt is not sent. */
  readonly faults: readonly PlaceholderFault[];
}

/**
 * Replaces the placeholders by their values, in one pass: an inserted value is not examined again, so an output that
 * holds `{{draftBlogs}}` or `$&` arrives unchanged. `\{{` becomes two braces.
 */
export function fillPrompt(template: string, steps: StepList, step: StepId, values: PromptValues): FilledPrompt {
  const missing = new Set<Placeholder>();
  const { text, faults } = replacePlaceholders(template, steps, step, (name) => {
    const value = values[name] ?? '';
    if (value.trim() === '') missing.add(name);
    return value;
  });
  return { prompt: text, missing: [...missing], faults };
}

/** Returns the placeholders that a step's prompt names and may use, whether or not they have a value. */
export function valuesAskedFor(template: string, steps: StepList, step: StepId): Placeholder[] {
  const asked = new Set<string>();
  replacePlaceholders(template, steps, step, (name, written) => {
    asked.add(name);
    return written;
  });
  return placeholdersFor(steps, step).filter((name) => asked.has(name));
}

/** Returns a step's prompt with the codex after it, if the owner wants this and the prompt does not name the codex. */
export function withCodex(template: string, steps: StepList, step: StepId, { isAppended }: PromptCodex): string {
  const isNamed = !isAppended || valuesAskedFor(template, steps, step).includes(CODEX_PLACEHOLDER);
  return isNamed ? template : `${template}\n\n{{${CODEX_PLACEHOLDER}}}`;
}

/** Returns the values that may fill a step's prompt: the form, the codex, and the outputs of the steps before it. */
export function promptValues(
  { form, codex }: { form: ChainForm; codex: PromptCodex },
  steps: StepList,
  step: StepId,
  outputOf: (step: StepId) => string | null,
): PromptValues {
  const filled = FORM_PLACEHOLDERS.map((name) => [name, form[name]] as const);
  const values: Partial<Record<Placeholder, string>> = Object.fromEntries(filled);
  values[CODEX_PLACEHOLDER] = codex.text;
  for (const { id, placeholder } of stepsBefore(steps, step)) {
    if (placeholder === null) continue;
    const output = outputOf(id);
    if (output !== null) values[placeholder] = output;
  }
  return values;
}
