import { stepsAskedFor } from './fill-prompt.ts';
import { stepNumbers } from './run.ts';
import type { Run, StepSources } from './run-states.ts';
import type { StepNumber } from './steps.ts';

/** The outputs a step's prompt is filled with as the run stands: by their step, the attempt that counts. */
export function sourcesOf(run: Run, step: StepNumber, template: string): StepSources {
  const entries = stepsAskedFor(template, step).map((source) => [source, run.steps[source].current] as const);
  return Object.fromEntries(entries.filter(([, attempt]) => attempt !== null));
}

/**
 * The completed steps that are out of date, each with the earliest step whose output has changed since: its prompt was
 * filled with another attempt's than the one that counts now, or with the output of a step that is itself out of date.
 * A step whose sources were not recorded, or have no output now, is not known to be.
 */
export function outdatedSteps(run: Run): ReadonlyMap<StepNumber, StepNumber> {
  const outdated = new Map<StepNumber, StepNumber>();
  for (const step of stepNumbers) {
    const { attempts, current } = run.steps[step];
    const sources = attempts.find(({ number }) => number === current)?.sources ?? {};
    const changed = stepNumbers.slice(0, step - 1).flatMap((source) => {
      const [used, counts] = [sources[source], run.steps[source].current];
      if (used === undefined || counts === null) return [];
      return used === counts ? (outdated.get(source) ?? []) : source;
    });
    if (changed.length > 0) outdated.set(step, Math.min(...changed) as StepNumber);
  }
  return outdated;
}
