import { expect, test } from 'vitest';
import { linkFaultWords } from './link-fault-words.ts';

test('a fault of a link is a sentence with its words and its address', () => {
  const link = { text: 'See', address: '/post/caf%C3%A9', to: null };
  expect(linkFaultWords({ ...link, kind: 'missing' })).toBe('“See” (/post/café) leads to nothing.');
  expect(linkFaultWords({ ...link, kind: 'unpublished', text: '' })).toBe(
    '/post/café leads to something that readers do not see yet.',
  );
  expect(linkFaultWords({ ...link, kind: 'redirected', to: '/post/tea' })).toBe(
    '“See” (/post/café) is redirected to /post/tea.',
  );
});
