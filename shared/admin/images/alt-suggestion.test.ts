import { expect, test } from 'vitest';
import { altSuggestion } from './alt-suggestion.ts';

const of = (name: string, title = '') => altSuggestion({ name, metadata: { title, alt: '' } });

test.each([
  ['red-paper_boat.jpg', 'Red paper boat'],
  ['PaperBoatOnLake@2x.png', 'Paper Boat On Lake'],
  ['a%20boat (1)-1024x768.webp', 'A boat 1'],
  ['2024-05-01_Hafen in Lübeck.jpeg', 'Hafen in Lübeck'],
  ['纸船.png', '纸船'],
  ["the cat's bed v2.gif", "The cat's bed"],
])('%s says %s', (name, says) => {
  expect(of(name)).toBe(says);
});

test.each([
  'IMG_1234.jpg',
  'image.png',
  'DSC00012.JPG',
  'Screenshot 2024-05-01 at 10.11.12.png',
  'PXL_20240501_101112123.jpg',
  '3f2a9c8e7d6b5a40.png',
  'WhatsApp Image 2024-05-01 at 10.11.12.jpeg',
  '20240501_101112.jpg',
  '',
])('%s says nothing', (name) => {
  expect(of(name)).toBe('');
});

test('a title says more than any name', () => {
  expect(of('red-boat.jpg', ' Regatta ')).toBe('Regatta');
});
