import type { ProviderFault } from '#shared/kernel/errors.ts';
import type { RunFault } from '#shared/workflow/run-states.ts';

/** The result for a topic when its run goes no further. */
export type Ending =
  | { readonly kind: 'done' }
  /** The run does not go on by itself. */
  | { readonly kind: 'failed' | 'left' | 'cancelled'; readonly reason: string }
  /** The run goes on after a pause. */
  | { readonly kind: 'busy'; readonly reason: string }
  /**
   * The run goes on when the owner has mended something; until then, every other topic would fail in the same way.
   * `reason` is null when the batch does not run here any more.
   */
  | { readonly kind: 'paused'; readonly reason: string | null };

/** Faults of the provider that only the owner can mend; other faults pass by themselves. */
const OWNERS: ReadonlySet<ProviderFault> = new Set<ProviderFault>([
  'key',
  'billing',
  'model',
  'certificate',
  'refused_address',
  'redirect',
  'not_openai',
]);
const OWNERS_CODES: ReadonlySet<string> = new Set([
  'ai_not_configured',
  'ai_budget_reached',
  'no_prompt',
  'prompt_unfillable',
]);
const PASSING_CODES: ReadonlySet<string> = new Set(['ai_provider_failed', 'overloaded', 'rate_limited']);

/** Returns what a failed step means for its topic and its batch. */
export function endingOf({ code, message }: RunFault, reason: ProviderFault | undefined): Ending {
  if (OWNERS_CODES.has(code) || (reason !== undefined && OWNERS.has(reason)))
    return { kind: 'paused', reason: message };
  if (PASSING_CODES.has(code) || reason === 'busy' || reason === 'not_reachable')
    return { kind: 'busy', reason: message };
  return { kind: 'failed', reason: message };
}
