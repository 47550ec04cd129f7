import type { SitePost } from './site-post.ts';
import * as special from './special-posts.ts';

/** Returns a series of plain posts, one a day back from `newest`, so that lists are long enough for several pages. */
function series(
  count: number,
  newest: string,
  make: (number: number) => Omit<SitePost, 'publishedAt' | 'content'>,
): SitePost[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return {
      ...make(number),
      publishedAt: new Date(Date.parse(newest) - index * 24 * 60 * 60 * 1000).toISOString(),
      content: `## Monday\n\nEntry ${number}. ${'A plank was planed and put away. '.repeat(40)}\n\n## Tuesday\n\nNothing.\n`,
    };
  });
}

/** More than one page (of twelve) of one category. */
export const notes = series(14, '2025-05-31T06:00:00.000Z', (number) => ({
  slug: `workbench-notes-${number}`,
  title: `Workbench Notes, No. ${number}`,
  excerpt: `Number ${number} of the notes kept beside the vice.`,
  category: 'technology',
  tags: ['workbench'],
}));

export const ledger = series(6, '2025-04-30T06:00:00.000Z', (number) => ({
  slug: `garden-ledger-${number}`,
  title: `Garden Ledger, No. ${number}`,
  excerpt: `What was sown, and what came up, number ${number}.`,
  category: 'home-garden',
  tags: ['garden'],
}));

/** Enough posts that not all search results for "plank" fit on a page (of fifty). */
export const diary = series(38, '2025-03-31T06:00:00.000Z', (number) => ({
  slug: `two-people-${number}`,
  title: `Two People, Day ${number}`,
  excerpt: `Day ${number} of a shared shed.`,
  category: 'relationships',
}));

/** Plain featured posts, newest first. */
export const featuredSeries: SitePost[] = [
  ['technology', 'paper-boat.jpg'],
  ['lifestyle', 'nine-squares.jpg'],
  ['finance', undefined],
  ['food-nutrition', undefined],
].map(([category = '', picture], index) => ({
  slug: `chosen-${category}`,
  title: `Chosen: ${category}`,
  excerpt: `The editors' choice for ${category}.`,
  category,
  tags: ['choice'],
  featured: true,
  picture,
  publishedAt: `2025-07-0${8 - index}T06:00:00.000Z`,
  content: 'Chosen.\n',
}));

/** Newest first. */
export const featured: SitePost[] = [special.everything, special.longTitle, ...featuredSeries];

/** Live posts that are not featured, newest first: several pages of twelve, the last one not full. */
export const latest: SitePost[] = [
  special.embeds,
  special.rightToLeft,
  special.emoji,
  special.hostile,
  special.ownMeta,
  special.foreignPicture,
  special.foreignDrawing,
  special.alone,
  special.bare,
  ...notes,
  ...ledger,
  ...diary,
];

export const hidden: SitePost[] = [special.draft, special.scheduled, special.deleted];

export const allPosts: SitePost[] = [...featured, ...latest, ...hidden];

/** Returns the live posts of a category, newest first. */
export function livePostsOf(category: string): SitePost[] {
  return [...featured, ...latest]
    .filter((post) => post.category === category)
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}

/** The one post of the small site. */
export const onlyPost: SitePost = { ...special.bare, slug: 'the-one-post', title: 'The One Post', featured: false };
