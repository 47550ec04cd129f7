import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkOfArguments, parseLink } from './parse-link.ts';

test('a link opens a post or a run', () => {
  expect(parseLink('ninefold://post/12')).toEqual({ type: 'post', id: '12' });
  expect(parseLink('ninefold://run/5f0c7d1e-0000-4000-8000-000000000001')).toEqual({
    type: 'run',
    id: '5f0c7d1e-0000-4000-8000-000000000001',
  });
  // Operating systems may add a slash, and may change the case of the scheme.
  expect(parseLink('NINEFOLD://post/12/')).toEqual({ type: 'post', id: '12' });
});

test.each([
  'ninefold://server/https://evil.example',
  'ninefold://post/12?server=https://evil.example',
  'ninefold://post/12#token=abc',
  'ninefold://connect?url=https://evil.example',
  'ninefold://token/abc',
  'ninefold://user:pass@post/12',
  'ninefold://post:80/12',
  'ninefold://post/0',
  'ninefold://post/-1',
  'ninefold://post/1e3',
  'ninefold://post/../run/a',
  'ninefold://post/1/2',
  'ninefold://run/',
  'ninefold://run/a%2f..',
  'ninefold://run/a b',
  'ninefold:post/12',
  'ninefold://post/12\n--inspect',
  'https://blog.example/post/12',
  'javascript:alert(1)',
  '',
])('%j opens nothing', (text) => {
  expect(parseLink(text)).toBeNull();
});

test('whatever is asked for, a link is a post by number or a run by name', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((rest) => `ninefold://${rest}`),
      ),
      (text) => {
        const link = parseLink(text);
        if (link) expect(link.id).toMatch(/^[A-Za-z0-9-]{1,80}$/);
      },
    ),
    { seed: 5, numRuns: 1000 },
  );
});

test('among the arguments of a second start the link is found', () => {
  expect(linkOfArguments(['/opt/ninefold', '--no-sandbox', 'ninefold://post/3'])).toEqual({ type: 'post', id: '3' });
  expect(linkOfArguments(['/opt/ninefold', '.', '--flag'])).toBeNull();
});
