import { describe, expect, test } from 'vitest';
import { AUTO_PUBLISH_CATEGORY, guessCategory } from './category-guess.ts';
import { FALLBACK_TITLE } from './draft-shape.ts';
import { generatedDraft } from './generated-draft.ts';

const found = { title: 'Beans', slug: '', excerpt: '', tags: [], content: 'They lean.' };
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('a generated draft', () => {
  test('has these fields', () => {
    expect(generatedDraft('d-1', { ...found, tags: ['a', '#B', 'a ', ''] })).toEqual({
      id: 'd-1',
      title: 'Beans',
      slug: 'beans',
      excerpt: 'They lean.',
      content: 'They lean.',
      category: 'Lifestyle',
      tags: ['a', 'B'],
      featured: true,
      readTime: 1,
    });
  });

  test.each([
    [1, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('of %d words takes %d minutes', (count, minutes) => {
    expect(generatedDraft('d', { ...found, content: words(count) }).readTime).toBe(minutes);
  });

  test('has an excerpt of about 160 characters, from its text and not its headings', () => {
    const { excerpt } = generatedDraft('d', { ...found, content: `## Heading\n\n${words(100)}` });
    expect(excerpt).toMatch(/^word0 word1/);
    expect(excerpt.length).toBeGreaterThan(120);
    expect(excerpt.length).toBeLessThanOrEqual(160);
  });

  test('keeps a title that is too long for one in its text', () => {
    const title = words(60);
    const draft = generatedDraft('d', { ...found, title });
    expect(draft.title.length).toBeLessThanOrEqual(200);
    expect(draft.content).toBe(`${title}\n\nThey lean.`);
    expect(generatedDraft('d', { ...found, title: ' ' }).title).toBe(FALLBACK_TITLE);
  });
});

describe('the category of a draft that is published from the list', () => {
  const draft = { title: 'Beans', tags: [], excerpt: '', category: 'Lifestyle' };
  test.each([
    [5, { ...draft, title: 'Pole Fitness at 50' }],
    [5, { ...draft, tags: ['yoga', 'business'] }],
    [5, { ...draft, excerpt: 'Wellness for all' }],
    [3, { ...draft, title: 'Marketing a studio' }],
    [2, { ...draft, title: 'A travel lifestyle' }],
    [4, { ...draft, tags: ['travel'] }],
    [2, draft],
    [1, { ...draft, category: 'Other' }],
    [2, { ...draft, title: 'Businesses' }],
  ])('is %d for %o', (category, from) => {
    expect(guessCategory(from)).toBe(category);
  });

  test('is 2 where the workflow publishes by itself', () => {
    expect(AUTO_PUBLISH_CATEGORY).toBe(2);
  });
});
