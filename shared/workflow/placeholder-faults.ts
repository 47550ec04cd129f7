import {
  allPlaceholders,
  type Placeholder,
  placeholdersFor,
  type StepId,
  stepNumber,
  type WorkflowStep,
} from './steps.ts';

/** The facts about the steps that are needed to check a prompt. */
export type NamedSteps = readonly Pick<WorkflowStep, 'id' | 'placeholder'>[];

/**
 * Finds two braces in a prompt: after a backslash they stand for themselves, otherwise they enclose a name within one
 * line. Of three or more braces the last two count. The name is undefined when the braces are not closed.
 */
const braces = /\\\{\{|\{\{(?!\{)(?:([^{}\n]{0,200})\}\})?/g;

/** Something in a prompt that cannot be filled. */
export interface PlaceholderFault {
  /** The placeholder as written in the prompt, with its braces. */
  readonly written: string;
  /** `later`: the output of this step itself, or of a later step. `unclosed`: braces that are not closed. */
  readonly kind: 'unknown' | 'later' | 'unclosed';
  /** The placeholder that was probably meant, of those the step may use; null when none is similar. */
  readonly nearest: Placeholder | null;
}

/** Reads a prompt once, from beginning to end. `filled` returns the replacement of a valid name. */
export function replacePlaceholders(
  template: string,
  steps: NamedSteps,
  step: StepId,
  filled: (name: Placeholder, written: string) => string,
): { text: string; faults: readonly PlaceholderFault[] } {
  const known = new Set(allPlaceholders(steps));
  const allowed = placeholdersFor(steps, step);
  const faults = new Map<string, PlaceholderFault>();
  const text = template.replace(braces, (written, inner?: string) => {
    if (written.startsWith('\\')) return '{{';
    const name = inner?.trim();
    if (name !== undefined && allowed.includes(name)) return filled(name, written);
    const kind = name === undefined ? 'unclosed' : known.has(name) ? 'later' : 'unknown';
    faults.set(written, { written, kind, nearest: kind === 'unclosed' ? null : nearestName(name ?? '', allowed) });
    return written;
  });
  return { text, faults: [...faults.values()] };
}

/** Returns the placeholders in a step's prompt that cannot be filled, each once. */
export function placeholderFaults(template: string, steps: NamedSteps, step: StepId): readonly PlaceholderFault[] {
  return replacePlaceholders(template, steps, step, (_name, written) => written).faults;
}

const MOST_TOLD = 3;

/**
 * Explains to the owner why a step's prompt cannot be filled; null when it can. The server and the form use the same
 * words.
 */
export function placeholderRefusal(template: string, steps: NamedSteps, step: StepId): string | null {
  const faults = placeholderFaults(template, steps, step);
  if (faults.length === 0) return null;
  const sentences = faults.slice(0, MOST_TOLD).map((fault) => faultText(fault, steps, step));
  const rest = faults.length - sentences.length;
  return [...sentences, ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'is' : 'are'} like this.`] : []), AS_TEXT].join(
    ' ',
  );
}

const AS_TEXT = 'To keep two braces as text, write \\{{.';

function faultText({ written, kind, nearest }: PlaceholderFault, steps: NamedSteps, step: StepId): string {
  if (kind === 'unclosed') return `A “${written}” is not closed with “}}” in its line.`;
  const hint =
    nearest === null
      ? `This step can use ${placeholdersFor(steps, step).map(inBraces).join(', ')}.`
      : `Did you mean ${inBraces(nearest)}?`;
  if (kind === 'unknown') return `${written} is not a placeholder. ${hint}`;
  const name = written.slice(2, -2).trim();
  const writer = steps.find(({ placeholder }) => placeholder === name)?.id ?? step;
  return writer === step
    ? `${written} is what this step itself writes. ${hint}`
    : `${written} is what step ${stepNumber(steps, writer)} writes, and this is step ${stepNumber(steps, step)}. ${hint}`;
}

/** Returns a prompt in which a faulty placeholder is replaced: by the right name, or by its braces as text. */
export function mendPrompt(template: string, fault: PlaceholderFault, mend: 'nearest' | 'as-text'): string {
  return template.replace(braces, (written) => {
    if (written !== fault.written) return written;
    return mend === 'nearest' && fault.nearest !== null ? inBraces(fault.nearest) : `\\${written}`;
  });
}

/** Returns a placeholder as it is written in a prompt. */
export function inBraces(name: Placeholder): string {
  return `{{${name}}}`;
}

/**
 * Finds the name nearest to a written one. A name with a few wrong letters is nearer than a name that contains the
 * written one or is contained in it.
 */
function nearestName(written: string, names: readonly Placeholder[]): Placeholder | null {
  const asked = bare(written);
  if (asked === '') return null;
  const near = names.flatMap((name) => {
    const right = bare(name);
    const slips = distance(asked, right);
    const isPart = asked.length >= 4 && (right.includes(asked) || asked.includes(right));
    // Of two equally near names, the one from which letters were only left out was meant.
    if (slips <= Math.max(asked.length, right.length) / 3)
      return [{ name, slips: slips - (isWithin(asked, right) ? 0.5 : 0) }];
    return isPart ? [{ name, slips: right.length + slips }] : [];
  });
  return near.sort((one, other) => one.slips - other.slips)[0]?.name ?? null;
}

/** Whether the letters of a word occur in another word in the same order. */
function isWithin(word: string, other: string): boolean {
  let at = 0;
  for (const letter of other) if (letter === word[at]) at += 1;
  return at === word.length;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Returns how many letters must be inserted, removed or exchanged to turn one word into the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, right] of [...other].entries()) {
      const exchanged = (row[place] ?? 0) + (letter === right ? 0 : 1);
      next.push(Math.min(exchanged, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
