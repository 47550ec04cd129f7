import type { SitePost } from './site-post.ts';

// Posts of sites that a single spec starts for itself.

/** A post that is read to its end, so that the statistics have data. */
export const longRead: SitePost = {
  slug: 'a-long-read',
  title: 'A Long Read',
  excerpt: 'It goes on.',
  content: Array.from({ length: 80 }, (_, number) => `Paragraph ${number} of many.`).join('\n\n'),
  category: 'technology',
  publishedAt: '2026-01-03T10:00:00.000Z',
  tags: ['patience'],
};

export const tea: SitePost = {
  slug: 'tea-slowly',
  title: 'Tea, Slowly',
  excerpt: 'It wants time.',
  content: 'Words about tea.',
  category: 'food-nutrition',
  publishedAt: '2026-01-01T10:00:00.000Z',
  tags: ['tea'],
};

const walk = (slug: string, title: string, more: Partial<SitePost> = {}): SitePost => ({
  ...{ slug, title, excerpt: `About ${title}.`, content: `## Words\n\nThe words of ${title}.`, category: 'travel' },
  publishedAt: '2026-01-01T10:00:00.000Z',
  tags: ['slow'],
  ...more,
});
/** A site that is published as plain files: more than one page of a list. */
export const walks: SitePost[] = [
  ...Array.from({ length: 13 }, (_, index) => walk(`walk-${index + 1}`, `Walk number ${index + 1}`)),
  walk('creme', 'Crème brûlée at last', { category: 'food-nutrition', tags: ['pudding'], picture: 'loaf-and-day.jpg' }),
];
