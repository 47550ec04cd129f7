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

/** The form's values and the outputs so far, by placeholder; an output that is not there yet is absent. */
export type PromptValues = Readonly<Partial<Record<Placeholder, string>>>;

export interface FilledPrompt {
  readonly prompt: string;
  /** Asked for, allowed here, and empty: the step it comes from has no output, or the field was left blank. */
  readonly missing: readonly Placeholder[];
  /** What cannot be filled: it stays as it stands, and such a prompt is not sent. */
  readonly faults: readonly PlaceholderFault[];
}

/**
 * Puts the values in the place of their placeholders, in one pass: what was put in is not looked at again, so an output
 * that holds `{{draftBlogs}}` or `$&` arrives as it is. `\{{` becomes two braces.
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

/** What a step's prompt asks for and may have, whether or not it is there. */
export function valuesAskedFor(template: string, steps: StepList, step: StepId): Placeholder[] {
  const asked = new Set<string>();
  replacePlaceholders(template, steps, step, (name, written) => {
    asked.add(name);
    return written;
  });
  return placeholdersFor(steps, step).filter((name) => asked.has(name));
}

/** A step's prompt with the codex behind it, where the owner wants that and it does not name it. */
export function withCodex(template: string, steps: StepList, step: StepId, { isAppended }: PromptCodex): string {
  const isNamed = !isAppended || valuesAskedFor(template, steps, step).includes(CODEX_PLACEHOLDER);
  return isNamed ? template : `${template}\n\n{{${CODEX_PLACEHOLDER}}}`;
}

/** What a step's prompt may be filled with: the form, the codex, and the outputs of the steps before it. */
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
