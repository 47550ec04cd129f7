import { expect, test } from 'vitest';
import { withPlainDomain } from './mail-domain.ts';

test.each([
  ['mira@Example.ORG', 'mira@example.org'],
  ['Mira.K@example.org', 'Mira.K@example.org'],
  ['mira@münchen.example', 'mira@xn--mnchen-3ya.example'],
  ['mira@例え.example', 'mira@xn--r8jz45g.example'],
  ['"a@b"@Example.org', '"a@b"@example.org'],
])('%s is written %s', (given, written) => {
  expect(withPlainDomain(given)).toBe(written);
});

test.each(['', '@', 'mira', '@example.org', 'mira@mün chen.example', 'mira@mün/chen.example', 'mira@ü:25'])(
  '%s stays as it is',
  (given) => {
    expect(withPlainDomain(given)).toBe(given);
  },
);
