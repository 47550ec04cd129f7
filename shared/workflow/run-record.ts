import { providerFaults } from '#shared/kernel/errors.ts';
import { blankChainForm, readChainForm } from './chain-form.ts';
import { attemptKey, newRun, stepIds, stepRecord } from './run.ts';
import { readSentParts } from './run-sources.ts';
import type { Attempt, AttemptEnd, DrivenState, Run, RunFault, StepRecord, TokenUse } from './run-states.ts';
import { formerNumber, type StepId, type StepList, stepOfFormerNumber } from './steps.ts';

/**
 * A run as its workspace document stores it: fields that are replaced as a whole, and long texts under names of their
 * own, so that for a growing output only the added part is written. An ended output is stored as a field as well, and
 * so is a prompt: two devices that both drove the run for a moment have written the same attempt, and merged texts
 * would contain it twice.
 */
export interface RunRecord {
  readonly fields: { readonly [name: string]: RecordValue };
  /** `output:<step>:<attempt>` is removed together with its attempt. */
  readonly texts: { readonly [name: `output:${string}`]: string };
}

export type RecordValue =
  | string
  | number
  | boolean
  | null
  | readonly RecordValue[]
  | { readonly [key: string]: RecordValue };

/** Returns a run as its document stores it, without the changes of `watch` and without its list of steps. */
export function runRecord(run: Run): RunRecord {
  const { id, form, startedAt, isDraftOpened } = run;
  const state = run.state.kind === 'watching' ? run.state.of : run.state;
  // `isHandedOver` is the name under which earlier programs stored this value, and under which they still read it.
  const fields: { [name: string]: RecordValue } = {
    id,
    form,
    startedAt,
    isHandedOver: isDraftOpened,
    state: state as RecordValue,
  };
  const texts: { [name: `output:${string}`]: string } = {};
  for (const step of stepIds(run)) {
    const { attempts, current } = stepRecord(run, step);
    if (attempts.length === 0) continue;
    fields[`step:${step}`] = {
      current,
      attempts: attempts.map(({ prompt: _prompt, output: _output, sent, usage, fault, ...rest }) => ({
        ...rest,
        sent: sent && { ...sent, values: { ...sent.values } },
        usage: usage && { ...usage },
        fault: fault && { ...fault },
      })),
    };
    // The prompt of the last attempt.
    fields[`prompt:${step}`] = (attempts.at(-1)?.prompt ?? '').toWellFormed();
    for (const { number, end, output } of attempts) {
      texts[`output:${step}:${number}`] = output;
      if (end !== 'open') fields[`output:${step}:${number}`] = output.toWellFormed();
    }
  }
  return { fields, texts };
}

/** The parts of a run's document from which a run is read. */
export interface StoredRun {
  readonly fields: Readonly<Record<string, unknown>>;
  text(name: string): string;
}

/**
 * Reads the run in a record, whatever a newer app or an incomplete exchange left there: values that cannot be read are
 * left out, and an existing completed output is never lost. Steps that are not in `chain` are named in `unknownSteps`.
 * Prompts of earlier attempts are not kept. Null without an id.
 */
export function readRun(stored: StoredRun, chain: StepList): Run | null {
  const { id } = stored.fields;
  if (typeof id !== 'string' || id === '') return null;
  const { fields } = stored;
  const run = newRun(id, readChainForm(fields.form, blankChainForm), chain);
  const records = stepIds(run).map((step) => [step, readStep(stored, id, step)] as const);
  return {
    ...run,
    steps: Object.fromEntries(records.filter(([, { attempts }]) => attempts.length > 0)),
    unknownSteps: unknownSteps(fields, chain),
    startedAt: numberOr(fields.startedAt, null),
    isDraftOpened: fields.isHandedOver === true,
    state: readState(fields.state, chain),
  };
}

function unknownSteps(fields: StoredRun['fields'], chain: StepList): StepId[] {
  const named = Object.keys(fields).flatMap((name) => /^step:(.+)$/.exec(name)?.[1] ?? []);
  const ids = [...named.map(stepOfName), storedStep(fields.state)].filter((step): step is StepId => step !== null);
  return [...new Set(ids)].filter((step) => chain.every(({ id }) => id !== step)).sort();
}

/** Returns the step that a stored name stands for: an id, or a number in records of earlier programs. */
function stepOfName(name: string): StepId {
  return (/^\d+$/.test(name) ? stepOfFormerNumber(Number(name)) : null) ?? name;
}

/** Returns the step in a stored state; null when the state has none. */
function storedStep(state: unknown): StepId | null {
  const { step } = objectOf(state);
  return typeof step === 'string' && step !== '' ? step : stepOfFormerNumber(step);
}

/**
 * Reads a step from a document. When an earlier program and one that names steps by their id have both written the
 * step, the attempts of both are returned; for an attempt that both have, the completed version is used. The earlier
 * program's choice of the attempt that counts is followed when it has brought an answer that the other program has not
 * seen.
 */
function readStep(stored: StoredRun, runId: string, step: StepId): StepRecord {
  const own = readRecord(stored, runId, step);
  const number = formerNumber(step);
  const former = number === null ? null : readRecord(stored, runId, number);
  if (own === null || former === null) return own ?? former ?? { attempts: [], current: null };
  const isBetter = (one: Attempt, other: Attempt) => one.end === 'completed' && other.end !== 'completed';
  const others = new Map(former.attempts.map((attempt) => [attempt.key, attempt]));
  const known = own.attempts.map((attempt) => {
    const other = others.get(attempt.key);
    return other && isBetter(other, attempt) ? { ...other, number: attempt.number } : attempt;
  });
  const unseen = former.attempts.filter(({ key }) => own.attempts.every((attempt) => attempt.key !== key));
  const last = Math.max(0, ...known.map((attempt) => attempt.number));
  const attempts = [...known, ...unseen.map((attempt, index) => ({ ...attempt, number: last + 1 + index }))];
  const hasBrought = unseen.length > 0 || known.some((attempt, index) => attempt !== own.attempts[index]);
  const chosen = former.attempts.find((attempt) => attempt.number === former.current);
  const followed = hasBrought && chosen ? attempts.find(({ key }) => key === chosen.key) : undefined;
  return { attempts, current: followed?.number ?? own.current };
}

/** Reads the record of a step under one of the step's names; null when there is none. */
function readRecord({ fields, text }: StoredRun, runId: string, name: StepId | number): StepRecord | null {
  const record = objectOf(fields[`step:${name}`]);
  if (!Array.isArray(record.attempts)) return null;
  // Earlier documents have only the texts.
  const whole = (field: string) => {
    const value = fields[field];
    return typeof value === 'string' ? value : text(field);
  };
  const known = record.attempts.flatMap((entry) => readAttempt(objectOf(entry), runId, name, whole));
  const attempts = known.map((attempt, index) =>
    index === known.length - 1 ? { ...attempt, prompt: whole(`prompt:${name}`) } : attempt,
  );
  const current = numberOr(record.current, null);
  const isThere = attempts.some(({ number, end }) => number === current && end === 'completed');
  return { attempts, current: isThere ? current : null };
}

const ends: readonly string[] = ['open', 'completed', 'failed', 'stopped'] satisfies AttemptEnd[];

function readAttempt(entry: Entries, runId: string, name: StepId | number, text: (name: string) => string): Attempt[] {
  const { number, end, key } = entry;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 9999) return [];
  if (typeof end !== 'string' || !ends.includes(end)) return [];
  return [
    {
      number,
      // An attempt without a key was bought under the key made from the step's name at that time.
      key: typeof key === 'string' && key !== '' ? key : attemptKey(runId, String(name), number),
      end: end as AttemptEnd,
      prompt: '',
      sent: readSentParts(entry.sent),
      output: text(`output:${name}:${number}`),
      startedAt: numberOr(entry.startedAt, 0),
      ranMs: numberOr(entry.ranMs, 0),
      seenAt: numberOr(entry.seenAt, null),
      usage: readUsage(objectOf(entry.usage)),
      model: typeof entry.model === 'string' ? entry.model : null,
      fault: readFault(entry.fault),
    },
  ];
}

function readUsage(entry: Entries): TokenUse | null {
  const { promptTokens, completionTokens, totalTokens } = entry;
  if (typeof promptTokens !== 'number' || typeof completionTokens !== 'number' || typeof totalTokens !== 'number') {
    return null;
  }
  return { promptTokens, completionTokens, totalTokens, costUsd: numberOr(entry.costUsd, null) };
}

function readFault(stored: unknown): RunFault | null {
  const { code, message, reason } = objectOf(stored);
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  const known = providerFaults.find((each) => each === reason);
  return { code, message, ...(known && { reason: known }) };
}

function readState(stored: unknown, chain: StepList): DrivenState {
  const entry = objectOf(stored);
  const named = storedStep(stored);
  const step = chain.some(({ id }) => id === named) ? named : null;
  const isAuto = entry.isAuto === true;
  const isRejoin = entry.isRejoin === true;
  const idle: DrivenState = { kind: 'idle' };
  const dueAt = numberOr(entry.dueAt, 0);
  switch (entry.kind) {
    case 'running':
      return step === null ? idle : { kind: 'running', step, isAuto, isRejoin };
    case 'offline':
      return step === null ? idle : { kind: 'offline', step, isAuto, isRejoin };
    case 'signed-out':
      return step === null ? idle : { kind: 'signed-out', step, isAuto, isRejoin };
    case 'waiting':
      return step === null ? idle : { kind: 'waiting', step, dueAt };
    case 'stopped':
      return { kind: 'stopped', step };
    case 'failed': {
      const fault = readFault(entry.fault) ?? { code: 'unknown', message: 'The step failed.' };
      return step === null ? idle : { kind: 'failed', step, isAuto, fault };
    }
    case 'interrupted':
      // A null step means that all steps are completed; this must not be concluded from a step that is not known here.
      return step === null && entry.step !== null ? idle : { kind: 'interrupted', step, isAuto };
    case 'opening':
    case 'submitting':
      return { kind: entry.kind === 'opening' ? 'opening' : 'submitting', dueAt };
    case 'done':
      return { kind: 'done' };
    default:
      return idle;
  }
}

interface Entries {
  readonly [key: string]: unknown;
}

function objectOf(stored: unknown): Entries {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Entries) : {};
}

function numberOr<Other>(stored: unknown, other: Other): number | Other {
  return typeof stored === 'number' && Number.isFinite(stored) ? stored : other;
}
