import type { SitePost } from './site-post.ts';

/**
 * The first content of the admin's site: posts that an admin test finds; a test makes the posts that it changes itself.
 */
export const ADMIN_POSTS: SitePost[] = [
  {
    slug: 'live-one',
    title: 'A Live Post',
    excerpt: 'It is there for everyone.',
    content: 'Words that are live.',
    category: 'technology',
    publishedAt: '2026-01-01T10:00:00.000Z',
    tags: ['reading', 'paper'],
    featured: true,
    picture: 'paper-boat.jpg',
    views: 1_204,
  },
  {
    slug: 'draft-one',
    title: 'A Draft',
    excerpt: 'Nobody sees it yet.',
    content: 'Words that wait.',
    category: 'travel',
    publishedAt: '2026-01-02T10:00:00.000Z',
    published: false,
  },
  {
    slug: 'scheduled-one',
    title: 'A Scheduled Post',
    excerpt: 'It comes later.',
    content: 'Words to come.',
    category: 'travel',
    publishedAt: '2099-01-01T10:00:00.000Z',
  },
];
