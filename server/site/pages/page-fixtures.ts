import type { PostPage, PostSummary } from '#shared/contract/posts/post.ts';
import { fieldsWith } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import type { PostData, Shell } from '../page-data.ts';

const category = {
  id: 11,
  slug: 'home-garden',
  name: 'Home & Garden',
  description: 'Rooms, tools and beds.',
  color: 'category-home-garden',
  icon: 'sprout',
};

export const summary: PostSummary = {
  id: 7,
  slug: 'a-table-for-twelve',
  title: 'A Table for Twelve',
  excerpt: 'What happens to a street when somebody carries a table outside.',
  featuredImage: null,
  image: null,
  featured: false,
  published: true,
  publishedAt: '2025-07-09T06:00:00.000Z',
  createdAt: '2025-07-01T06:00:00.000Z',
  updatedAt: '2025-07-11T06:00:00.000Z',
  deletedAt: null,
  version: 3,
  readTime: 6,
  views: 12_345,
  ...recordOf(fieldsWith({ isPlain: true, isListed: true }), (name) => [name, null]),
  tags: ['Slow food', 'C&A'],
  tagList: [
    { id: 1, name: 'Slow food', slug: 'slow-food' },
    { id: 2, name: 'C&A', slug: 'c-a' },
  ],
  category,
  author: {
    id: 1,
    name: 'Mira Lindqvist',
    slug: 'mira-lindqvist',
    bio: 'Mira mends chairs and writes about streets.',
    avatar: null,
  },
};

export const postPage: PostPage = {
  ...summary,
  ...recordOf(fieldsWith({ isPlain: true, isListed: false }), (name) => [name, null]),
  content: '',
  contentUpdatedAt: '2025-07-10T06:00:00.000Z',
  seriesNumber: 0,
  series: null,
  contents: null,
  html: '<h2 id="text-why">Why</h2><p>Because of the <a href="https://example.org/" target="_blank" rel="noopener">soup</a>.</p>',
  previous: { id: 6, slug: 'the-post-before', title: 'The Post Before' },
  next: { id: 8, slug: 'the-post-after', title: 'The Post After' },
};

export const shell: Shell = {
  info: {
    url: 'https://ninefold.test',
    name: 'Ninefold',
    tagline: 'Notes from many corners',
    contact: {
      support: 'support@ninefold.test',
      partnerships: 'partnerships@ninefold.test',
      submissions: 'submissions@ninefold.test',
    },
    hasLetters: false,
    analyticsId: null,
  },
  categories: [category],
  year: 2025,
  owner: false,
};

/** Returns the data of a post's screen: complete by default. */
export function postData(changes: Partial<PostData> = {}): PostData {
  return {
    screen: 'post',
    slug: postPage.slug,
    post: { state: 'ready', value: postPage },
    related: { state: 'ready', value: [] },
    ...changes,
  };
}
