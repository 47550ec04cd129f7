import type { AiModel, AiProviderProfile, AiSettings, ProviderKind } from '#shared/contract/ai-providers.ts';

/** Returns "$4.10"; "under $0.01" for less than a cent. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return 'under $0.01';
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Says what a month has cost, and how much it may cost. */
export function spentLine({ spentUsd, choices, environmentLimitUsd }: AiSettings): string {
  const limit = limitOf({ choices, environmentLimitUsd });
  const spent = spentOf({ spentUsd, monthlyLimitUsd: limit });
  return limit === null ? `${spent}, without a limit` : spent;
}

/** Says what a profile has cost and, if the profile has a limit of its own, how much it may cost. */
export function spentOf({
  spentUsd,
  monthlyLimitUsd,
}: Pick<AiProviderProfile, 'spentUsd' | 'monthlyLimitUsd'>): string {
  const spent = asBeginning(dollars(spentUsd));
  return monthlyLimitUsd === null ? `${spent} this month` : `${spent} of ${dollars(monthlyLimitUsd)} this month`;
}

function asBeginning(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns how many USD a month may cost: the lower of the owner's limit and the operator's; null for no limit. */
function limitOf({ choices, environmentLimitUsd }: Pick<AiSettings, 'choices' | 'environmentLimitUsd'>) {
  const both = [choices.monthlyLimitUsd, environmentLimitUsd].filter((each) => each !== null);
  return both.length === 0 ? null : Math.min(...both);
}

/** Says what a profile needs before it can be used; null if it needs nothing. */
export function missing({ key, models, isReady, id }: AiProviderProfile): string | null {
  if (isReady) return null;
  if (key === 'again') return 'Enter the key again';
  if (id === 0) return 'Not set';
  return models.length === 0 ? 'Choose a model' : 'Not set';
}

/** Returns "$2.50 in, $10.00 out a million tokens". */
export function priceLine(kind: ProviderKind, { use, priceInput, priceOutput, pricePicture }: AiModel): string {
  const isKnown = use === 'picture' ? pricePicture !== null : priceInput !== null && priceOutput !== null;
  if (kind === 'openrouter' && !isKnown) return 'it tells what it costs';
  if (use === 'picture') return pricePicture === null ? 'no price' : `${dollars(pricePicture)} a picture`;
  if (priceInput === null || priceOutput === null) return 'no price';
  return priceInput === 0 && priceOutput === 0
    ? 'free'
    : `${dollars(priceInput)} in, ${dollars(priceOutput)} out a million tokens`;
}
