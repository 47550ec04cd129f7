import { stepsAskedFor } from './fill-prompt.ts';
import { stepIds, stepRecord } from './run.ts';
import type { Run, StepSources } from './run-states.ts';
import { type StepId, stepsBefore } from './steps.ts';

/** The outputs a step's prompt is filled with as the run stands: by their step, the attempt that counts. */
export function sourcesOf(run: Run, step: StepId, template: string): StepSources {
  const asked = stepsAskedFor(template, run.chain, step);
  return Object.fromEntries(
    asked.flatMap((source) => {
      const { current } = stepRecord(run, source);
      return current === null ? [] : [[source, current]];
    }),
  );
}

/**
 * The completed steps that are out of date, each with the earliest step whose output has changed since: its prompt was
 * filled with another attempt's than the one that counts now, or with the output of a step that is itself out of date.
 * A step whose sources were not recorded, or have no output now, is not known to be.
 */
export function outdatedSteps(run: Run): ReadonlyMap<StepId, StepId> {
  const outdated = new Map<StepId, StepId>();
  for (const step of stepIds(run)) {
    const { attempts, current } = stepRecord(run, step);
    const sources = attempts.find(({ number }) => number === current)?.sources ?? {};
    const changed = stepsBefore(run.chain, step).flatMap(({ id: source }) => {
      const [used, counts] = [sources[source], stepRecord(run, source).current];
      if (used === undefined || counts === null) return [];
      return used === counts ? (outdated.get(source) ?? []) : source;
    });
    const earliest = stepIds(run).find((source) => changed.includes(source));
    if (earliest !== undefined) outdated.set(step, earliest);
  }
  return outdated;
}
