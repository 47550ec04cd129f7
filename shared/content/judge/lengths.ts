import type { Found, JudgedPost } from './finding.ts';

/** What search engines and cards show of a text before they cut it, and below what it says too little. */
const LENGTHS = {
  title: { label: 'title', min: 10, max: 70 },
  excerpt: { label: 'excerpt', min: 50, max: 300 },
  metaDescription: { label: 'meta description', min: 50, max: 160 },
} as const;

/** Title, excerpt and meta description that are too short or too long. Without a meta description the excerpt stands for it. */
export function wrongLengths(post: JudgedPost): Found[] {
  const names = Object.keys(LENGTHS) as (keyof typeof LENGTHS)[];
  return names.flatMap((name): Found[] => {
    const { label, min, max } = LENGTHS[name];
    const { length } = post[name].trim();
    if (name === 'metaDescription' && length === 0) return [];
    if (length >= min && length <= max) return [];
    const says =
      length === 0
        ? `There is no ${label}.`
        : `The ${label} has ${length === 1 ? '1 character' : `${length} characters`}; ${length < min ? `at least ${min} say enough` : `more than ${max} are cut`}.`;
    return [{ check: 'length', says, place: null }];
  });
}
