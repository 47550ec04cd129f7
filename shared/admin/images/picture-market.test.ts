import { expect, test } from 'vitest';
import { generateImage } from '#shared/contract/ai.ts';
import { pictureMarket } from './picture-market.ts';

test('a market of any length can be sent with a picture, cut between two characters', () => {
  const picture = (targetMarket: string) => generateImage.body.safeParse({ title: 'A', excerpt: 'B', targetMarket });
  const long = `${'x'.repeat(1999)}🪴 and all their friends`;
  expect(picture(long).success).toBe(false);
  expect(picture(pictureMarket(long)).success).toBe(true);
  expect(pictureMarket('Gardeners 🪴')).toBe('Gardeners 🪴');
});
