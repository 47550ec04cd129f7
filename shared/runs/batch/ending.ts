import type { ProviderFault } from '#shared/kernel/errors.ts';
import type { RunFault } from '#shared/workflow/run-states.ts';

/** What becomes of a topic when its run goes no further. */
export type Ending =
  | { readonly kind: 'done' }
  /** Nothing more will come of it by itself. */
  | { readonly kind: 'failed' | 'left' | 'cancelled'; readonly reason: string }
  /** It goes on after a while. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** It goes on when the owner has seen to something; so would every other topic fail. Null where the batch rests already. */
  | { readonly kind: 'paused'; readonly reason: string | null };

/** Faults of the provider that the owner has to see to; the others pass. */
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

/** What a failed step means for its topic and its batch. */
export function endingOf({ code, message }: RunFault, reason: ProviderFault | undefined): Ending {
  if (OWNERS_CODES.has(code) || (reason !== undefined && OWNERS.has(reason)))
    return { kind: 'paused', reason: message };
  if (PASSING_CODES.has(code) || reason === 'busy' || reason === 'not_reachable')
    return { kind: 'busy', reason: message };
  return { kind: 'failed', reason: message };
}
