import { fingerprint } from '#shared/kernel/fingerprint.ts';
import type { ChainForm } from './chain-form.ts';
import { promptValues, valuesAskedFor, withCodex } from './fill-prompt.ts';
import type { PromptCodex, PromptCodexOf } from './prompt-codex.ts';
import { countingAttempt, outputOf, stepIds } from './run.ts';
import type { Run, SentParts } from './run-states.ts';
import { CODEX_PLACEHOLDER, FORM_PLACEHOLDERS, type FormPlaceholder, type Placeholder, type StepId } from './steps.ts';

/** Returns the sources of a step's prompt in the current run, each text as a fingerprint. */
export function sentParts(
  run: Run,
  step: StepId,
  { template, version, codex }: { template: string; version: number; codex: PromptCodex },
): SentParts {
  const values = promptValues({ form: run.form, codex }, run.chain, step, (earlier) => outputOf(run, earlier));
  const asked = valuesAskedFor(withCodex(template, run.chain, step, codex), run.chain, step);
  return {
    template: fingerprint(template),
    version,
    values: Object.fromEntries(asked.map((name) => [name, fingerprint(comparable(name, values[name] ?? ''))])),
  };
}

/** Spaces around the text typed into the form make no difference. */
function comparable(name: Placeholder, value: string): string {
  return FORM_PLACEHOLDERS.some((field) => field === name) ? value.trim() : value;
}

/** The reason why the output of a step is out of date. */
export type OutdatedCause =
  /** An earlier step, whose output was used, was run anew, or another of its attempts was chosen. */
  | { readonly kind: 'older-step'; readonly step: StepId }
  /** The output was written before that step had an output. */
  | { readonly kind: 'without-step'; readonly step: StepId }
  /** These fields of the form have changed. */
  | { readonly kind: 'inputs'; readonly fields: readonly FormPlaceholder[] }
  /** The step's own prompt has changed. */
  | { readonly kind: 'prompt' }
  /** The codex of the category has changed, or the form names another category. */
  | { readonly kind: 'codex' }
  /** The output was written from a step that is itself out of date, for a reason that begins at that step. */
  | { readonly kind: 'follows'; readonly step: StepId };

/** The current inputs, with which a run's outputs are compared. */
export interface CurrentInputs {
  readonly form: ChainForm;
  /** The step's current prompt; null while it is not known, and then it is not compared. */
  readonly promptOf: (step: StepId) => string | null;
  readonly codexOf: PromptCodexOf;
}

const BLANK = fingerprint('');

/**
 * Returns the completed steps whose input differs from the input that was sent, in their order, each with its first
 * cause: a changed output, then the form, then the prompt, then the codex. A step without a record of what was sent is
 * not reported, and a source that has no output now is not compared. `print` may be a function that caches
 * fingerprints.
 */
export function outdatedSteps(
  run: Run,
  { form, promptOf, codexOf }: CurrentInputs,
  print: (text: string) => string = fingerprint,
): ReadonlyMap<StepId, OutdatedCause> {
  const outdated = new Map<StepId, OutdatedCause>();
  const codex = codexOf(form.category);
  const codexPrint = (template: string, step: StepId) => {
    const mayBeNamed = codex.isAppended || template.includes(CODEX_PLACEHOLDER);
    const asked = mayBeNamed ? valuesAskedFor(withCodex(template, run.chain, step, codex), run.chain, step) : [];
    return asked.includes(CODEX_PLACEHOLDER) ? print(codex.text) : undefined;
  };
  for (const step of stepIds(run)) {
    const sent = countingAttempt(run, step)?.sent ?? null;
    if (sent === null) continue;
    const template = promptOf(step);
    const cause = sourceCause(run, sent.values, outdated, print) ?? formCause(sent, form, print);
    if (cause) outdated.set(step, cause);
    else if (template !== null && print(template) !== sent.template) outdated.set(step, { kind: 'prompt' });
    else if (template !== null && sent.values[CODEX_PLACEHOLDER] !== codexPrint(template, step))
      outdated.set(step, { kind: 'codex' });
  }
  return outdated;
}

/** Returns the form's fields that have changed since they were sent, as a cause. */
function formCause({ values }: SentParts, form: ChainForm, print: (text: string) => string): OutdatedCause | null {
  const fields = FORM_PLACEHOLDERS.filter((name) => {
    const used = values[name];
    return used !== undefined && used !== print(comparable(name, form[name]));
  });
  return fields.length > 0 ? { kind: 'inputs', fields } : null;
}

/** Returns the cause, if any, in the outputs with which a step was filled: the one of the earliest step. */
function sourceCause(
  run: Run,
  values: SentParts['values'],
  outdated: ReadonlyMap<StepId, OutdatedCause>,
  print: (text: string) => string,
): OutdatedCause | null {
  const causes = run.chain.flatMap(({ id, placeholder }): OutdatedCause[] => {
    const used = placeholder === null ? undefined : values[placeholder];
    const now = outputOf(run, id);
    if (used === undefined || now === null) return [];
    if (used !== print(now)) return [{ kind: used === BLANK ? 'without-step' : 'older-step', step: id }];
    const before = outdated.get(id);
    return before ? [followed(before, id)] : [];
  });
  const place = (cause: OutdatedCause) => ('step' in cause ? stepIds(run).indexOf(cause.step) : 0);
  return causes.toSorted((a, b) => place(a) - place(b))[0] ?? null;
}

/** Returns the cause for the steps that were written from an outdated step. */
function followed(cause: OutdatedCause, step: StepId): OutdatedCause {
  return 'step' in cause && cause.kind !== 'without-step' ? cause : { kind: 'follows', step };
}

/**
 * Caches the fingerprints of texts that are asked for repeatedly: a text of the last two rounds is not fingerprinted
 * again.
 */
export function createPrints(): { print(text: string): string; nextRound(): void } {
  let [before, now] = [new Map<string, string>(), new Map<string, string>()];
  return {
    print(text) {
      const print = now.get(text) ?? before.get(text) ?? fingerprint(text);
      now.set(text, print);
      return print;
    },
    nextRound() {
      [before, now] = [now, new Map()];
    },
  };
}

/** Reads the sent parts from a record that any program may have stored; null when it holds none. */
export function readSentParts(stored: unknown): SentParts | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { template, version, values } = stored as Readonly<Record<string, unknown>>;
  if (typeof template !== 'string' || typeof values !== 'object' || values === null) return null;
  const known = Object.entries(values).filter((entry): entry is [Placeholder, string] => typeof entry[1] === 'string');
  return { template, version: readVersion(version), values: Object.fromEntries(known) };
}

/** Reads a prompt's version from a value that any program may have stored; 0 for a value that is not a version. */
export function readVersion(stored: unknown): number {
  return typeof stored === 'number' && Number.isSafeInteger(stored) && stored > 0 ? stored : 0;
}
