import { type Found, type JudgedPost, judgedHeadNames, judgedHeads } from './finding.ts';

/** What search engines and cards show of a text before they cut it, and below what it says too little. */
const LENGTHS = {
  title: { min: 10, max: 70, isOptional: false },
  excerpt: { min: 50, max: 300, isOptional: false },
  metaTitle: { min: 10, max: 70, isOptional: true },
  metaDescription: { min: 50, max: 160, isOptional: true },
} as const;

/** Texts over a post that are too short or too long. Without those for search engines title and excerpt stand for them. */
export function wrongLengths(post: JudgedPost): Found[] {
  return judgedHeadNames.flatMap((field): Found[] => {
    const label = judgedHeads[field];
    const { min, max, isOptional } = LENGTHS[field];
    const { length } = post[field].trim();
    if (isOptional && length === 0) return [];
    if (length >= min && length <= max) return [];
    const says =
      length === 0
        ? `There is no ${label}.`
        : `The ${label} has ${length === 1 ? '1 character' : `${length} characters`}; ${length < min ? `at least ${min} say enough` : `more than ${max} are cut`}.`;
    return [{ check: 'length', says, place: null, field }];
  });
}
