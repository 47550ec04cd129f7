import { type Placeholder, placeholdersFor, type StepNumber, WORKFLOW_STEPS } from './steps.ts';

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
const known: ReadonlySet<string> = new Set(placeholdersFor(9));

/**
 * Puts the values in the place of their placeholders, in one pass: what was put in is not looked at again, so an output
 * that holds `{{draftBlogs}}` or `$&` arrives as it is. Whatever else stands in double braces is the owner's text.
 */
export function fillPrompt(template: string, step: StepNumber, values: PromptValues): FilledPrompt {
  const allowed: ReadonlySet<string> = new Set(placeholdersFor(step));
  const missing = new Set<Placeholder>();
  const refused = new Set<Placeholder>();
  const prompt = template.replace(names, (whole, name: string) => {
    if (!isPlaceholder(name)) return whole;
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

/** The steps whose outputs a step's prompt asks for and may have, whether or not they are there. */
export function stepsAskedFor(template: string, step: StepNumber): StepNumber[] {
  const asked = new Set(Array.from(template.matchAll(names), ([, name]) => name));
  return WORKFLOW_STEPS.flatMap(({ number, placeholder }) =>
    number < step && placeholder !== null && asked.has(placeholder) ? [number] : [],
  );
}

function isPlaceholder(name: string): name is Placeholder {
  return known.has(name);
}

/** What a step's prompt may be filled with: the form, and the outputs of the steps before it. */
export function promptValues(
  form: PromptValues,
  step: StepNumber,
  outputOf: (step: StepNumber) => string | null,
): PromptValues {
  const values: Partial<Record<Placeholder, string>> = { ...form };
  for (const { number, placeholder } of WORKFLOW_STEPS) {
    if (number >= step || placeholder === null) continue;
    const output = outputOf(number);
    if (output !== null) values[placeholder] = output;
  }
  return values;
}
