import { expect, test } from 'vitest';
import { isCrossSite } from './cross-site.ts';

const site = 'https://blog.example';

test.each([
  ['a script without either header passes', {}, false],
  ['our own page passes', { 'sec-fetch-site': 'same-origin', origin: site }, false],
  ['an address typed by the person passes', { 'sec-fetch-site': 'none' }, false],
  ['the host the browser spoke to passes', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, false],
  ['another site is refused', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  ['a sibling subdomain is refused', { 'sec-fetch-site': 'same-site', origin: 'https://x.blog.example' }, true],
  [
    'an old browser that sends Origin alone is judged by it',
    { origin: 'https://evil.example', host: 'blog.example' },
    true,
  ],
  ['an opaque origin is refused', { origin: 'null', host: 'blog.example' }, true],
])('%s', (_rule, headers, refused) => {
  expect(isCrossSite(headers, site)).toBe(refused);
});
