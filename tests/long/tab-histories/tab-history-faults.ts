import { purchaseFaults } from '../ai-histories/ai-history-faults.ts';
import type { TabPlan, Trouble } from './plan-tab-history.ts';
import type { TabHistory } from './run-tab-history.ts';

/**
 * Returns the faults of a history of the tab, a sentence each; empty if each step was paid for once except where the
 * server died in it, and the page and the site have what an undisturbed run produces.
 */
export function tabFaultsOf(plan: TabPlan, history: TabHistory, undisturbed: TabHistory): string[] {
  const faults = purchaseFaults(history, undisturbed.outputs);
  // In any order: a page that is opened again has its clock set back.
  if (sorted(history.drafts) !== sorted(undisturbed.drafts)) faults.push('the drafts are others');
  if (history.posts.length > 1) faults.push(`${history.posts.length} posts were made`);
  if (history.posts.some((post) => !undisturbed.posts.includes(post))) faults.push('the post is another');
  if (history.posts.length === 0 && !plan.troubles.some(mayEndInForm)) faults.push('nothing was published');
  return faults;
}

/** An owner who comes back to a run that had ended finds the form open, and publishes the post themselves. */
function mayEndInForm({ step, dies, moment }: Trouble): boolean {
  return step === 9 && (dies !== 'server' || moment.at === 'sent');
}

function sorted(texts: readonly string[]): string {
  return texts.toSorted().join('\n');
}
