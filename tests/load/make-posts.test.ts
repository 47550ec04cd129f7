import { expect, test } from 'vitest';
import { renderContent } from '#shared/content/pipeline.ts';
import { createPostMaker } from './make-posts.ts';
import { createWordSource, makeVocabulary, seededRandom } from './vocabulary.ts';

const make = createPostMaker({ categories: 15, pictures: ['/uploads/a.jpg', '/uploads/b.jpg'] });

test('the HTML and the text made beside the Markdown are what the pipeline makes of it', () => {
  for (const number of [0, 1, 2, 77, 4321, 99_999]) {
    const post = make(number);
    const { html, text } = renderContent(post.content);
    expect(post.html).toBe(html);
    expect(post.text).toBe(text);
  }
});

test('the same number gives the same post, other numbers others', () => {
  expect(make(5)).toEqual(make(5));
  expect(make(5).content).not.toBe(make(6).content);
});

test('a post has about 300 words', () => {
  const lengths = Array.from({ length: 100 }, (_, number) => make(number).text.split(/\s+/).length);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  expect(mean).toBeGreaterThan(270);
  expect(mean).toBeLessThan(330);
});

test('words come as Zipf’s law has them: the commonest ten times as often as the tenth', () => {
  const vocabulary = makeVocabulary();
  expect(new Set(vocabulary).size).toBe(20_000);
  const [draw, random] = [createWordSource(vocabulary), seededRandom(3)];
  const counts = new Map<string, number>();
  for (let drawn = 0; drawn < 200_000; drawn += 1) {
    const word = draw(random);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const times = (rank: number) => counts.get(vocabulary[rank] ?? '') ?? 0;
  expect(times(0) / times(9)).toBeGreaterThan(9);
  expect(times(0) / times(9)).toBeLessThan(11);
});
