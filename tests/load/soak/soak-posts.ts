import type { SitePost } from '#tests/e2e/content/site-post.ts';
import { createWordSource, makeVocabulary, seededRandom } from '../vocabulary.ts';

const POSTS = 80;
const DAY = 86_400_000;
const NEWEST = Date.UTC(2025, 5, 1, 12);

/** The categories of the posts, by slug. */
export const soakCategories = ['technology', 'lifestyle', 'business', 'travel', 'health'] as const;

/** Returns the site's content before anybody writes: the same posts every time, of about 250 words. */
export function soakPosts(): SitePost[] {
  const random = seededRandom(17);
  const draw = createWordSource(makeVocabulary());
  const words = (count: number) => Array.from({ length: count }, () => draw(random)).join(' ');
  return Array.from({ length: POSTS }, (_, number) => ({
    slug: `soak-${number}`,
    title: words(5),
    excerpt: words(20),
    content: Array.from({ length: 4 }, () => `## ${words(3)}\n\n${words(60)}.\n\n- ${words(4)}\n- ${words(4)}`).join(
      '\n\n',
    ),
    category: soakCategories[number % soakCategories.length] ?? 'technology',
    publishedAt: new Date(NEWEST - number * DAY).toISOString(),
    tags: [words(1), words(1)],
  }));
}
