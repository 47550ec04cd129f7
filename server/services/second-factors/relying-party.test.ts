import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://blog.example', undefined, { id: 'blog.example', origins: ['https://blog.example'] }],
  ['https://blog.example:8443', 3000, { id: 'blog.example', origins: ['https://blog.example:8443'] }],
  ['http://localhost:3000', undefined, { id: 'localhost', origins: ['http://localhost:3000'] }],
  ['http://localhost:3000', 4000, { id: 'localhost', origins: ['http://localhost:3000', 'http://localhost:4000'] }],
  ['http://127.0.0.1:3000', 3000, { id: 'localhost', origins: ['http://localhost:3000'] }],
  ['http://[::1]:3000', 3000, { id: 'localhost', origins: ['http://localhost:3000'] }],
  ['http://blog.localhost:3000', 3000, { id: 'blog.localhost', origins: ['http://blog.localhost:3000'] }],
])('%s has passkeys', (siteUrl, port, party) => {
  expect(relyingPartyOf(siteUrl, port)).toEqual(party);
});

test.each(['http://blog.example', 'http://192.168.1.2:3000', 'https://192.168.1.2', 'https://[2001:db8::1]'])(
  '%s has none: no browser makes one there',
  (siteUrl) => {
    expect(relyingPartyOf(siteUrl, 3000)).toBeNull();
  },
);
