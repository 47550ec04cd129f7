/** Category of a draft that is published by the workflow itself (admin spec §9). */
export const AUTO_PUBLISH_CATEGORY = 2;

const rules: readonly (readonly [id: number, words: RegExp])[] = [
  [5, /\b(fitness|yoga|wellness)\b/i],
  [3, /\b(business|marketing)\b/i],
  [2, /\blifestyle\b/i],
  [4, /\btravel\b/i],
];
const OTHER = 1;

export interface GuessedFrom {
  readonly title: string;
  readonly tags: readonly string[];
  readonly excerpt: string;
  readonly category: string;
}

/**
 * The category of a draft that is published from the list, by keyword (admin spec §9). What the draft says of itself goes
 * before its category field, which says Lifestyle for every draft and would leave no other rule a chance.
 */
export function guessCategory({ title, tags, excerpt, category }: GuessedFrom): number {
  return find([title, ...tags, excerpt].join('\n')) ?? find(category) ?? OTHER;
}

function find(text: string): number | undefined {
  return rules.find(([, words]) => words.test(text))?.[0];
}
