import { fingerprint } from '#shared/kernel/fingerprint.ts';
import type { ChainForm } from './chain-form.ts';
import { promptValues, valuesAskedFor, withCodex } from './fill-prompt.ts';
import type { PromptCodex, PromptCodexOf } from './prompt-codex.ts';
import { countingAttempt, outputOf, stepIds } from './run.ts';
import type { Run, SentParts } from './run-states.ts';
import { CODEX_PLACEHOLDER, FORM_PLACEHOLDERS, type FormPlaceholder, type Placeholder, type StepId } from './steps.ts';

/** What a step's prompt is made of as the run stands, each text by its fingerprint. */
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

/** Spaces around what is typed into the form change nothing. */
function comparable(name: Placeholder, value: string): string {
  return FORM_PLACEHOLDERS.some((field) => field === name) ? value.trim() : value;
}

/** Why the output of a step is out of date. */
export type OutdatedCause =
  /** The step before it that it was filled with was run anew, or had another of its attempts taken. */
  | { readonly kind: 'older-step'; readonly step: StepId }
  /** It was written before there was an output of that step. */
  | { readonly kind: 'without-step'; readonly step: StepId }
  /** The form now says something else in these fields. */
  | { readonly kind: 'inputs'; readonly fields: readonly FormPlaceholder[] }
  /** Its own prompt is another. */
  | { readonly kind: 'prompt' }
  /** The codex of the category says something else, or the form names another category. */
  | { readonly kind: 'codex' }
  /** It was written from a step that is itself out of date, for a reason that begins there. */
  | { readonly kind: 'follows'; readonly step: StepId };

/** What a run's outputs are compared with. */
export interface CurrentInputs {
  readonly form: ChainForm;
  /** The step's prompt now; null while it is not known, and nothing is said of it then. */
  readonly promptOf: (step: StepId) => string | null;
  readonly codexOf: PromptCodexOf;
}

const BLANK = fingerprint('');

/**
 * The completed steps whose input is no longer what they were sent, in their order, each with the first cause: an output
 * that changed, then the form, then the prompt, then the codex. One without a record of what was sent is not known to be
 * out of date, and neither is one whose source has no output now. `print` may be one that remembers.
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

/** What the form says otherwise than when it was sent. */
function formCause({ values }: SentParts, form: ChainForm, print: (text: string) => string): OutdatedCause | null {
  const fields = FORM_PLACEHOLDERS.filter((name) => {
    const used = values[name];
    return used !== undefined && used !== print(comparable(name, form[name]));
  });
  return fields.length > 0 ? { kind: 'inputs', fields } : null;
}

/** What has become of the outputs a step was filled with, the earliest of them first. */
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

/** A cause as it is for the steps that were written from the one that has it. */
function followed(cause: OutdatedCause, step: StepId): OutdatedCause {
  return 'step' in cause && cause.kind !== 'without-step' ? cause : { kind: 'follows', step };
}

/** Fingerprints of texts that are asked for again and again: of the texts of the last two rounds none is read twice. */
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

/** The placeholders of a record that some program has stored. */
export function readSentParts(stored: unknown): SentParts | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { template, version, values } = stored as Readonly<Record<string, unknown>>;
  if (typeof template !== 'string' || typeof values !== 'object' || values === null) return null;
  const known = Object.entries(values).filter((entry): entry is [Placeholder, string] => typeof entry[1] === 'string');
  return { template, version: readVersion(version), values: Object.fromEntries(known) };
}

/** The version of a prompt that some program has stored; 0 for what is none. */
export function readVersion(stored: unknown): number {
  return typeof stored === 'number' && Number.isSafeInteger(stored) && stored > 0 ? stored : 0;
}
