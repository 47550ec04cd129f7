import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { estimateReading, ReadingFinding, ReadingKind, SecondReading } from '#shared/contract/second-readings.ts';
import { costText, tokensText } from '../../../../cost-text.ts';

/** The name of each kind of finding. */
export const READING_KINDS: Readonly<Record<ReadingKind, string>> = {
  'doubtful-fact': 'Doubtful fact',
  contradiction: 'Contradiction',
  unclear: 'Unclear',
  tone: 'Tone',
  missing: 'Missing',
  'weak-opening': 'Weak opening',
  structure: 'Structure',
  other: 'To look at',
};

/**
 * "About $0.004, $0.02 at the most · $0.21 left for this post · gpt-4o". Without a price, a model is asked only if its
 * provider reports the cost of a call.
 */
export function readingPrice({ costUsd, mostUsd, leftUsd, tokens, model }: AnswerOf<typeof estimateReading>): string {
  const cost =
    costUsd === null
      ? `${tokensText(tokens)} to read, and its cost is told afterwards`
      : `About ${costText(costUsd)}${mostUsd === null ? '' : `, ${costText(mostUsd)} at the most`}`;
  return [cost, `${costText(leftUsd)} left for this post`, model].join(' · ');
}

/** "gpt-4o · $0.004 · 3 minutes ago". */
export function readBy({ model, costUsd }: SecondReading, ago: string): string {
  return [model, ...(costUsd === null ? [] : [costText(costUsd)]), ago].join(' · ');
}

/** Returns where the quoted words are, if not in the text: "In the title:", "These words are not in the post:". */
export function quotedWhere({ quote, where }: ReadingFinding): string | null {
  if (quote === '' || where === 'content') return null;
  if (where === null) return 'These words are not in the post:';
  return where === 'title' ? 'In the title:' : 'In the excerpt:';
}
