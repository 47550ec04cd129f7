import type { KeptFinding } from '#server/repositories/posts/second-readings.ts';
import { readingKinds } from '#shared/contract/second-readings.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { MOST_READING_FINDINGS } from '#shared/kernel/reading-limits.ts';
import type { LooseValue } from '#shared/workflow/drafts/loose-json.ts';
import { type Answer, answerFault } from '#shared/workflow/faults.ts';
import { entriesIn } from '../answered-entries.ts';

/** The number of characters of an answer that are read: fifteen findings take a tenth of it. */
const LONGEST_ANSWER = 60_000;
const LONGEST_QUOTE = 300;
const LONGEST_WORDS = 400;

const FAULTS: Record<string, [code: 'ai_provider_failed' | 'ai_refused', message: string]> = {
  output_empty: ['ai_provider_failed', 'The second reader answered with nothing. Try again.'],
  output_refused: ['ai_refused', 'The model refused to read this post.'],
  output_page: ['ai_provider_failed', 'The AI provider answered with a web page in the place of findings. Try again.'],
};

/**
 * Reads the findings of a reader's answer as far as possible: other field names, a cut-off end and surrounding text are
 * tolerated, and every text is limited in length. Throws AppError `ai_provider_failed`, `ai_refused` for an answer that
 * is not a list of findings.
 */
export function readFindings(answer: Answer): KeptFinding[] {
  const why = answerFault(answer, '')?.code;
  const fault = FAULTS[why ?? ''];
  if (fault) throw new AppError(fault[0], { message: fault[1] });
  const output = answer.output.slice(0, LONGEST_ANSWER).replaceAll('\u0000', '').toWellFormed();
  const entries = entriesIn(output);
  if (entries === null && why === 'output_tool') {
    throw unreadable(
      'The second reader wants to use a tool, and has none here. Try again, or choose another model for it.',
    );
  }
  if (entries === null) throw unreadable('The second reader did not answer in the form that was asked for. Try again.');
  const found = entries.flatMap(findingIn).slice(0, MOST_READING_FINDINGS);
  if (found.length === 0 && entries.length > 0) {
    throw unreadable('The second reader did not answer in the form that was asked for. Try again.');
  }
  return found;
}

const unreadable = (message: string) => new AppError('ai_provider_failed', { message });

function findingIn(entry: LooseValue): KeptFinding[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
  const says = wordsOf(entry.says ?? entry.finding ?? entry.issue ?? entry.problem, LONGEST_WORDS);
  const advice = wordsOf(entry.advice ?? entry.suggestion ?? entry.fix, LONGEST_WORDS);
  if (says === '' && advice === '') return [];
  const named = wordsOf(entry.kind ?? entry.type, 40)
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const kind = readingKinds.find((each) => each === named) ?? 'other';
  return [
    { kind, quote: wordsOf(entry.quote, LONGEST_QUOTE), says: says || advice, advice: says === '' ? '' : advice },
  ];
}

/** One line of plain text; a longer text is cut and ends in an ellipsis. */
function wordsOf(value: LooseValue | undefined, longest: number): string {
  if (typeof value !== 'string') return '';
  const words = value
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return words.length <= longest
    ? words
    : `${words
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
