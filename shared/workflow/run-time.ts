import { lastAttempt, stepIds, stepRecord } from './run.ts';
import { STEP_PAUSE_MS } from './run-moves.ts';
import type { Attempt, Run } from './run-states.ts';
import type { StepId } from './steps.ts';

/**
 * Returns how many milliseconds a run was worked on, in all attempts together; pauses in which nobody drove the run are
 * not counted.
 */
export function elapsedMs(run: Run, now: number): number {
  return stepIds(run)
    .flatMap((step) => stepRecord(run, step).attempts)
    .reduce((sum, attempt) => sum + attemptMs(attempt, now), 0);
}

/** Returns how many milliseconds one attempt was worked on. */
export function attemptMs({ ranMs, seenAt, end }: Attempt, now: number): number {
  return ranMs + (end === 'open' && seenAt !== null ? Math.max(0, now - seenAt) : 0);
}

/** The durations of the steps in earlier runs, in milliseconds. */
export type StepTimes = Readonly<Record<StepId, readonly number[]>>;

/** Returns the durations of a run's steps, for later estimates. */
export function stepTimes(run: Run): StepTimes {
  return Object.fromEntries(
    stepIds(run).map((step) => {
      const completed = stepRecord(run, step).attempts.filter((attempt) => attempt.end === 'completed');
      return [step, completed.map((attempt) => attempt.ranMs)];
    }),
  );
}

export interface TimeLeft {
  readonly ms: number;
  /** Fewer than three steps were measured, or the step under way has already taken longer than expected. */
  readonly isRough: boolean;
  /** The step under way has taken several times its usual time: no estimate is possible. */
  readonly isLate?: true;
}

/**
 * Estimates the time left until a run's last step from measured times: a step's own times when there are any, otherwise
 * its usual share of the work at the speed of the measured steps. Null while nothing was measured: there is no basis
 * for an estimate.
 */
export function timeLeft(run: Run, now: number, history: StepTimes = {}): TimeLeft | null {
  const shareOf = (step: StepId) => run.chain.find(({ id }) => id === step)?.share ?? 1;
  const measured = stepIds(run).flatMap((step) => {
    const times = [...(stepTimes(run)[step] ?? []), ...(history[step] ?? [])];
    return times.length === 0 ? [] : [{ step, ms: median(times), share: shareOf(step), count: times.length }];
  });
  if (measured.length === 0) return null;
  const known = new Map(measured.map(({ step, ms }) => [step, ms]));
  const perShare = sum(measured.map(({ ms }) => ms)) / sum(measured.map(({ share }) => share));
  const pending = stepIds(run).filter((step) => stepRecord(run, step).current === null);
  let isRough = sum(measured.map(({ count }) => count)) < 3;
  const left = pending.map((step) => {
    const whole = known.get(step) ?? perShare * shareOf(step);
    const last = lastAttempt(run, step);
    const ran = last?.end === 'open' ? attemptMs(last, now) : 0;
    if (ran > whole) isRough = true;
    // A step that takes longer than expected is not over: a part of its expected time is added.
    return { ms: Math.max(whole - ran, whole * LATE_SHARE), isLate: ran > whole * 3 + LATE_AT_LEAST_MS };
  });
  const isLate = left.some((step) => step.isLate);
  const pauses = Math.max(0, pending.length - 1) * STEP_PAUSE_MS;
  const ms = Math.round(sum(left.map((step) => step.ms)) + (left.length > 0 ? pauses : 0));
  return { ms, isRough, ...(isLate && { isLate }) };
}

const LATE_SHARE = 0.1;
/** A two-second step that takes ten seconds is not worth a message. */
const LATE_AT_LEAST_MS = 15_000;

/** Returns the elapsed time as "4 min 05 s". */
export function elapsedText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return `${hours} h ${two(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}

/** Returns the time left, in words no more exact than the estimate. */
export function timeLeftText(left: TimeLeft | null): string {
  if (left === null) return 'Time left: known after the first step';
  if (left.isLate) return 'This step takes longer than usual';
  const about = left.isRough ? 'Roughly' : 'About';
  const minutes = Math.round(left.ms / 60_000);
  if (left.ms < 45_000) return 'Less than a minute left';
  if (minutes <= 1) return `${about} a minute left`;
  return `${about} ${minutes} minutes left`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
