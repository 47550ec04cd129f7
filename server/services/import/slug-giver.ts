import { createSlugNumbers, isReservedSlug } from '#shared/content/slug.ts';

/**
 * Gives each post the slug it will have: its own, numbered where an earlier one has the same or a page of ours is
 * called so. The same posts in the same order get the same slugs.
 */
export function createSlugGiver(): (sourceSlug: string) => string {
  const given = new Set<string>();
  const numbered = createSlugNumbers((candidate) => given.has(candidate));
  return (sourceSlug) => {
    const isFree = sourceSlug !== '' && !given.has(sourceSlug) && !isReservedSlug(sourceSlug);
    const slug = isFree ? sourceSlug : numbered(sourceSlug);
    given.add(slug);
    return slug;
  };
}
