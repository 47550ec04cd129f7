import type { Codex } from '#shared/kernel/codex.ts';
import { type JudgedField, type JudgedHead, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';

/** The fields of a post that are judged before it is published. */
export type JudgedPost = Readonly<Record<JudgedField, string>>;

/** Returns the name of a field above a post's text, for use in a sentence. */
export function headWords(field: JudgedHead): string {
  return postFieldTable[field].label.toLowerCase();
}

/** The rules of a codex on what must not be said. */
export type JudgedCodex = Pick<Codex, 'forbiddenClaims' | 'wordsToAvoid'>;

/**
 * Every check, in the order in which its findings are listed. Red findings ask before a post is published; yellow ones
 * are only shown (docs/rules.md, "Before publishing").
 */
const judgeChecks = {
  leftover: { level: 'red', words: 'Left by a generator, or a placeholder' },
  'forbidden-claim': { level: 'red', words: 'A claim that is not to be made' },
  'dead-link': { level: 'red', words: 'A link within the site that leads to nothing' },
  'unseen-link': { level: 'yellow', words: 'A link to what readers do not see yet' },
  'redirected-link': { level: 'yellow', words: 'A link that is redirected' },
  'malformed-link': { level: 'yellow', words: 'A link that leads nowhere' },
  'near-copy': { level: 'yellow', words: 'Almost the same stands elsewhere' },
  'avoided-word': { level: 'yellow', words: 'A word to avoid' },
  'no-source': { level: 'yellow', words: 'A number or quotation without a link to its source' },
  'alternative-text': { level: 'yellow', words: 'A picture without words for those who cannot see it' },
  'no-picture': { level: 'yellow', words: 'No picture' },
  embed: { level: 'yellow', words: 'An embed the site cannot show' },
  'heading-skip': { level: 'yellow', words: 'A heading that skips a level' },
  length: { level: 'yellow', words: 'A length that is cut or says too little' },
  readability: { level: 'yellow', words: 'Hard to read' },
} as const satisfies Record<string, { level: 'red' | 'yellow'; words: string }>;

export type JudgeCheck = keyof typeof judgeChecks;

/** The most findings of one check that are listed, so that a text full of faults does not make an endless list. */
const MOST_OF_A_CHECK = 10;

/** A result of a check. */
export interface Found {
  check: JudgeCheck;
  /** The finding in one sentence. */
  says: string;
  /** The place in the Markdown, in UTF-16 code units; null where the finding has no place in it. */
  place: { start: number; end: number } | null;
  /** The field above the post's text that contains the finding. */
  field?: JudgedHead;
}

export interface Finding extends Found {
  level: 'red' | 'yellow';
}

/** Returns findings in the order they are listed, the red ones first, at most ten of a check. */
export function inOrder(found: readonly Found[]): Finding[] {
  const checks = Object.keys(judgeChecks) as JudgeCheck[];
  const groups = recordOf(checks, (check) => [check, found.filter((each) => each.check === check)]);
  return checks.flatMap((check) =>
    groups[check].slice(0, MOST_OF_A_CHECK).map((each) => ({ ...each, level: judgeChecks[check].level })),
  );
}
