/** The category of a draft that the workflow itself publishes. */
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
 * Guesses the category of a draft that is published from the list, by keyword (docs/rules.md, "Category guess"). Title,
 * tags and excerpt are examined before the category field: this field says Lifestyle for every draft, so otherwise no
 * other rule would ever apply.
 */
export function guessCategory({ title, tags, excerpt, category }: GuessedFrom): number {
  return find([title, ...tags, excerpt].join('\n')) ?? find(category) ?? OTHER;
}

function find(text: string): number | undefined {
  return rules.find(([, words]) => words.test(text))?.[0];
}
