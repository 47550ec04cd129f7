import { countWords } from '#shared/content/read-time.ts';
import type { AiTokens } from '#shared/contract/ai.ts';
import { costText, tokensText } from '../../cost-text.ts';
import type { AskedSuggestion } from '../kept-suggestion.ts';
import { KINDS } from '../kinds.ts';
import type { Price, Wish } from '../suggester-states.ts';

/** Says which part of the text a wish is about: "The selection, 214 words". */
export function scopeText({
  kind,
  anchor,
  isWhole,
  isFeatured,
}: Pick<Wish, 'kind' | 'anchor' | 'isWhole' | 'isFeatured'>): string {
  if (isFeatured) return 'Of the featured picture';
  if (KINDS[kind].goesTo !== 'content') return 'From the whole text';
  if (anchor.isBehind) return 'Where the cursor is';
  const words = countWords(anchor.quote);
  const counted = words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`;
  return `${isWhole ? 'The whole text' : 'The selection'}, ${counted}`;
}

/** Returns "About $0.002 of $4.10 left this month · gpt-4o". */
export function priceText(price: Extract<Price, { kind: 'known' }>): string {
  const { costUsd, leftUsd, model, tokens } = price.foreseen;
  const left = leftUsd === null ? '' : ` of ${costText(leftUsd)} left this month`;
  const cost = costUsd === null ? `${tokensText(tokens)} to read, price unknown` : `About ${costText(costUsd)}${left}`;
  return `${cost} · ${model}`;
}

/** Returns "Took 1,204 tokens · $0.004 · gpt-4o". */
export function tookText({ totalTokens, costUsd }: AiTokens, model: string): string {
  return ['Took '.concat(tokensText(totalTokens)), ...(costUsd === null ? [] : [costText(costUsd)]), model].join(' · ');
}

/** Returns a suggestion that was asked for as a wish, as the card names it. */
export function wishedOf({ body, anchor, isWhole, isFeatured }: AskedSuggestion) {
  return { kind: body.kind, anchor, isWhole, isFeatured };
}
