import type { Codex } from '#shared/kernel/codex.ts';
import { type JudgedField, type JudgedHead, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';

/** What of a post is judged before it is published. */
export type JudgedPost = Readonly<Record<JudgedField, string>>;

/** What a text over a post is called in a sentence. */
export function headWords(field: JudgedHead): string {
  return postFieldTable[field].label.toLowerCase();
}

/** What the owner does not want said. */
export type JudgedCodex = Pick<Codex, 'forbiddenClaims' | 'wordsToAvoid'>;

/**
 * Every check, in the order in which its findings are told. Red ones ask before a post is published; what is yellow is
 * told (docs/rules.md, "Before publishing").
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

/** Findings of one check that are told; a text that is nothing but faults is not listed letter by letter. */
const MOST_OF_A_CHECK = 10;

/** What a check has found. */
export interface Found {
  check: JudgeCheck;
  /** What it is, in a sentence. */
  says: string;
  /** Where in the Markdown, in UTF-16 code units; null where it is no place in it. */
  place: { start: number; end: number } | null;
  /** The text over the post it was found in. */
  field?: JudgedHead;
}

export interface Finding extends Found {
  level: 'red' | 'yellow';
}

/** Findings in the order they are told, red ones first, at most ten of a check. */
export function inOrder(found: readonly Found[]): Finding[] {
  const checks = Object.keys(judgeChecks) as JudgeCheck[];
  const groups = recordOf(checks, (check) => [check, found.filter((each) => each.check === check)]);
  return checks.flatMap((check) =>
    groups[check].slice(0, MOST_OF_A_CHECK).map((each) => ({ ...each, level: judgeChecks[check].level })),
  );
}
