import { readChainForm } from './chain-form.ts';
import { newRun, stepNumbers } from './run.ts';
import type {
  Attempt,
  AttemptEnd,
  DrivenState,
  Run,
  RunFault,
  StepRecord,
  StepSources,
  TokenUse,
} from './run-states.ts';
import type { StepNumber } from './steps.ts';

/**
 * A run as its workspace document keeps it: fields replaced whole, and long texts under names of their own, so that a
 * growing output is written as what was added. What has ended is a field as well, and so is a prompt: two devices that
 * both drove the run for a moment have written the same attempt, and merged texts would say it twice.
 */
export interface RunRecord {
  readonly fields: { readonly [name: string]: RecordValue };
  /** `output:<step>:<attempt>` is never taken away. */
  readonly texts: { readonly [name: `output:${number}:${number}`]: string };
}

export type RecordValue =
  | string
  | number
  | boolean
  | null
  | readonly RecordValue[]
  | { readonly [key: string]: RecordValue };

/** A run as its document stores it; what `watch` made of it is left out. */
export function runRecord(run: Run): RunRecord {
  const { id, form, startedAt, isHandedOver, steps } = run;
  const state = run.state.kind === 'watching' ? run.state.of : run.state;
  const fields: { [name: string]: RecordValue } = { id, form, startedAt, isHandedOver, state: state as RecordValue };
  const texts: { [name: `output:${number}:${number}`]: string } = {};
  for (const step of stepNumbers) {
    const { attempts, current } = steps[step];
    if (attempts.length === 0) continue;
    fields[`step:${step}`] = {
      current,
      attempts: attempts.map(({ prompt: _prompt, output: _output, sources, usage, fault, ...rest }) => ({
        ...rest,
        sources: sources && { ...sources },
        usage: usage && { ...usage },
        fault: fault && { ...fault },
      })),
    };
    // The last attempt's.
    fields[`prompt:${step}`] = (attempts.at(-1)?.prompt ?? '').toWellFormed();
    for (const { number, end, output } of attempts) {
      texts[`output:${step}:${number}`] = output;
      if (end !== 'open') fields[`output:${step}:${number}`] = output.toWellFormed();
    }
  }
  return { fields, texts };
}

/**
 * The run in a record, whatever a newer app or half an exchange left there: what cannot be read is left out, and a
 * completed output that is there is never forgotten. Prompts of earlier attempts are not kept. Null without an id.
 */
export function readRun(field: (name: string) => unknown, text: (name: string) => string): Run | null {
  const id = field('id');
  if (typeof id !== 'string' || id === '') return null;
  const empty = { targetMarket: '', productApp: '', productAppFunction: '', productAppUrl: '' };
  const run = newRun(id, readChainForm(field('form'), empty));
  // Documents of earlier versions of the app have texts only.
  const whole = (name: string) => {
    const stored = field(name);
    return typeof stored === 'string' ? stored : text(name);
  };
  const steps = Object.fromEntries(stepNumbers.map((step) => [step, readStep(step, field(`step:${step}`), whole)]));
  const known = { ...run, steps: steps as unknown as Record<StepNumber, StepRecord> };
  return {
    ...known,
    startedAt: numberOr(field('startedAt'), null),
    isHandedOver: field('isHandedOver') === true,
    state: readState(field('state')),
  };
}

function readStep(step: StepNumber, stored: unknown, text: (name: string) => string): StepRecord {
  const record = objectOf(stored);
  const list = Array.isArray(record.attempts) ? record.attempts : [];
  const known = list.flatMap((entry) => readAttempt(objectOf(entry), step, text));
  const attempts = known.map((attempt, index) =>
    index === known.length - 1 ? { ...attempt, prompt: text(`prompt:${step}`) } : attempt,
  );
  const current = numberOr(record.current, null);
  const isThere = attempts.some(({ number, end }) => number === current && end === 'completed');
  return { attempts, current: isThere ? current : null };
}

const ends: readonly string[] = ['open', 'completed', 'failed', 'stopped'] satisfies AttemptEnd[];

function readAttempt(entry: Entries, step: StepNumber, text: (name: string) => string): Attempt[] {
  const { number, end } = entry;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 9999) return [];
  if (typeof end !== 'string' || !ends.includes(end)) return [];
  return [
    {
      number,
      end: end as AttemptEnd,
      prompt: '',
      sources: readSources(entry.sources),
      output: text(`output:${step}:${number}`),
      startedAt: numberOr(entry.startedAt, 0),
      ranMs: numberOr(entry.ranMs, 0),
      seenAt: numberOr(entry.seenAt, null),
      usage: readUsage(objectOf(entry.usage)),
      fault: readFault(entry.fault),
    },
  ];
}

/** Null in a record of an app that did not write them. */
function readSources(stored: unknown): StepSources | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const entry = objectOf(stored);
  const known = stepNumbers.map((step) => [step, numberOr(entry[step], null)] as const);
  return Object.fromEntries(known.filter(([, attempt]) => attempt !== null));
}

function readUsage(entry: Entries): TokenUse | null {
  const { promptTokens, completionTokens, totalTokens } = entry;
  if (typeof promptTokens !== 'number' || typeof completionTokens !== 'number' || typeof totalTokens !== 'number') {
    return null;
  }
  return { promptTokens, completionTokens, totalTokens, costUsd: numberOr(entry.costUsd, null) };
}

function readFault(stored: unknown): RunFault | null {
  const { code, message } = objectOf(stored);
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
}

function readState(stored: unknown): DrivenState {
  const entry = objectOf(stored);
  const step = readStepNumber(entry.step);
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
      return { kind: 'interrupted', step, isAuto };
    case 'opening':
    case 'submitting':
      return { kind: entry.kind === 'opening' ? 'opening' : 'submitting', dueAt };
    case 'done':
      return { kind: 'done' };
    default:
      return idle;
  }
}

function readStepNumber(stored: unknown): StepNumber | null {
  return stepNumbers.find((step) => step === stored) ?? null;
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
