/** How histories of one kind are described, run and judged. */
export interface HistoryKind<Plan, Result> {
  /** Describes what happens in it. */
  describe(plan: Plan): string;
  run(plan: Plan): Promise<Result>;
  /** Returns the faults of its result, a sentence each. */
  faultsOf(result: Result, plan: Plan): string[];
}

/** The results of histories. */
export interface TriedHistories<Result> {
  /** The results of the histories that could be run to their end. */
  results: Result[];
  /** A line of Markdown for each history with a fault. */
  faults: string[];
  minutes: number;
}

/** Runs histories one after the other, and reports the outcome of each on standard error. */
export async function runHistories<Plan extends { readonly number: number }, Result>(
  plans: readonly Plan[],
  kind: HistoryKind<Plan, Result>,
): Promise<TriedHistories<Result>> {
  const results: Result[] = [];
  const faults: string[] = [];
  const started = performance.now();
  for (const plan of plans) {
    const told = kind.describe(plan);
    let found: string[];
    try {
      const result = await kind.run(plan);
      results.push(result);
      found = kind.faultsOf(result, plan);
    } catch (error) {
      // The other histories can still be tried.
      found = [String(error)];
    }
    process.stderr.write(`  ${plan.number}. ${told}${found.length > 0 ? ` — ${found.join('; ')}` : ''}\n`);
    if (found.length > 0) faults.push(`- history ${plan.number} (${told}): ${found.join('; ')}`);
  }
  return { results, faults, minutes: (performance.now() - started) / 60_000 };
}
