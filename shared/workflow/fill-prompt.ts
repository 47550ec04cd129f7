import {
  allPlaceholders,
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
  /** Outputs asked for by a step that may not have them, its own or a later one's. They stay as they stand. */
  readonly refused: readonly Placeholder[];
}

const names = /\{\{[ \t]{0,8}([A-Za-z]{1,40})[ \t]{0,8}\}\}/g;

/**
 * Puts the values in the place of their placeholders, in one pass: what was put in is not looked at again, so an output
 * that holds `{{draftBlogs}}` or `$&` arrives as it is. Whatever else stands in double braces is the owner's text.
 */
export function fillPrompt(template: string, steps: StepList, step: StepId, values: PromptValues): FilledPrompt {
  const known = new Set(allPlaceholders(steps));
  const allowed = new Set(placeholdersFor(steps, step));
  const missing = new Set<Placeholder>();
  const refused = new Set<Placeholder>();
  const prompt = template.replace(names, (whole, name: string) => {
    if (!known.has(name)) return whole;
    if (!allowed.has(name)) {
      refused.add(name);
      return whole;
    }
    const value = values[name] ?? '';
    if (value.trim() === '') missing.add(name);
    return value;
  });
  return { prompt, missing: [...missing], refused: [...refused] };
}

/** What a step's prompt asks for and may have, whether or not it is there. */
export function valuesAskedFor(template: string, steps: StepList, step: StepId): Placeholder[] {
  const asked = new Set(Array.from(template.matchAll(names), ([, name]) => name));
  return placeholdersFor(steps, step).filter((name) => asked.has(name));
}

/** What a step's prompt may be filled with: the form, and the outputs of the steps before it. */
export function promptValues(
  form: PromptValues,
  steps: StepList,
  step: StepId,
  outputOf: (step: StepId) => string | null,
): PromptValues {
  const values: Partial<Record<Placeholder, string>> = { ...form };
  for (const { id, placeholder } of stepsBefore(steps, step)) {
    if (placeholder === null) continue;
    const output = outputOf(id);
    if (output !== null) values[placeholder] = output;
  }
  return values;
}
