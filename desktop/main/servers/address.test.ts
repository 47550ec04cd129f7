import { expect, test } from 'vitest';
import { readAddress } from './address.ts';

test.each([
  ['blog.example', 'https://blog.example'],
  [' https://blog.example/admin?x#y ', 'https://blog.example'],
  ['HTTPS://Blog.Example:8443', 'https://blog.example:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['http://2130706433:3000', 'http://127.0.0.1:3000'],
  ['https://Blog.Example.:443', 'https://blog.example'],
  ['https://Bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost.:80', 'http://localhost'],
])('%s is %s, without a warning', (typed, origin) => {
  expect(readAddress(typed)).toEqual({ origin, warning: null });
});

test.each(['http://192.168.1.5:3000', 'http://10.1.2.3', 'http://nas', 'http://nas.local', 'http://[fd00::1]'])(
  '%s is taken with a warning: the password crosses the local network in clear',
  (typed) => {
    expect(readAddress(typed)).toMatchObject({ warning: expect.stringContaining('http://') });
  },
);

test.each(['http://blog.example', 'http://192.168.1.5.evil.example', 'http://8.8.8.8', 'http://[2001:db8::1]'])(
  '%s is refused: the password would cross the internet in clear',
  (typed) => {
    expect(readAddress(typed)).toMatchObject({ message: expect.stringContaining('https://') });
  },
);

test.each([
  '',
  '::',
  'file:///etc/passwd',
  'javascript://x',
  'ftp://x',
  'https://me:word@blog.example',
  'app://ninefold',
  'https://blog.example..',
  'https://blog..example',
])('%s is no server', (typed) => {
  expect(readAddress(typed)).toHaveProperty('message');
});
