import { countingAttempt, publishKey } from '#shared/workflow/run.ts';
import { shippedNumbers, stepAt } from '#shared/workflow/testing/step-at.ts';
import type { HistoryResult } from './run-ai-history.ts';

/**
 * Returns the faults of a history, a sentence each; empty if it ended, paid for each step once except where the server
 * died in it, and reached the same result as the undisturbed run.
 */
export function faultsOf(history: HistoryResult, undisturbed: HistoryResult): string[] {
  const { run, calls } = history;
  const faults: string[] = [];
  if (run.state.kind !== 'done') faults.push(`the run ended as ${run.state.kind}`);
  faults.push(...purchaseFaults(history, undisturbed.outputs));
  for (const step of shippedNumbers) {
    const bought = calls.find((call) => call.step === stepAt(step) && call.state === 'succeeded');
    if (bought && bought.key !== countingAttempt(run, stepAt(step))?.key)
      faults.push(`step ${step} shows another answer than the one that was bought`);
  }
  if (draftsIn(history) !== draftsIn(undisturbed)) faults.push('the drafts are others');
  if (history.posts.some((key) => key !== publishKey(run.id)) || history.posts.length > 1)
    faults.push(`the post was created as ${history.posts.join(', ')}`);
  return faults;
}

/** The purchases of a run, and its result. */
export type Purchases = Pick<HistoryResult, 'outputs' | 'calls' | 'died' | 'asked'>;

/**
 * Returns the faults in a run's outputs, in the server's records and in the requests to the provider, a sentence each.
 */
export function purchaseFaults(history: Purchases, outputs: HistoryResult['outputs']): string[] {
  const { calls, died, asked } = history;
  const faults: string[] = [];
  for (const step of shippedNumbers) {
    if (history.outputs[step - 1] !== outputs[step - 1]) faults.push(`step ${step} has another output`);
    const booked = calls.filter((call) => call.step === stepAt(step));
    const bought = booked.filter(({ state }) => state === 'succeeded');
    if (bought.length !== 1) faults.push(`step ${step} was bought ${bought.length} times`);
    else if (booked.at(-1) !== bought[0]) faults.push(`step ${step} was asked for again after it was bought`);
    const open = booked.filter(({ state }) => state === 'running').length;
    if (open > 0) faults.push(`step ${step} has ${open} calls on the books that never ended`);
    const unexplained = booked.filter(({ state, key }) => state === 'failed' && !died.has(key)).length;
    if (unexplained > 0) faults.push(`step ${step} has ${unexplained} failed calls in which no server died`);
    const times = asked.filter((request) => request.step === step).length;
    if (times < 1 || times > booked.length)
      faults.push(`step ${step} has ${booked.length} calls on the books and ${times} at the provider`);
  }
  if (asked.some(({ step }) => step === null)) faults.push('the provider was asked for something else');
  return faults;
}

/** Returns the drafts without their names, which come from the attempt. */
function draftsIn({ drafts }: HistoryResult): string {
  const plain = [...drafts.values()].map((draft) => ({ ...(JSON.parse(draft) as object), id: '' }));
  return JSON.stringify(plain);
}
