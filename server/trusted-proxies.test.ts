import { expect, test } from 'vitest';
import { readTrustedProxies } from './trusted-proxies.ts';

const believes = (value: string, address: string, hop = 0) => readTrustedProxies(value)?.(address, hop);

test('a number believes so many, counted from us, whoever they are', () => {
  expect([0, 1, 2].map((hop) => believes('2', '192.0.2.7', hop))).toEqual([true, true, false]);
  expect(believes('0', '127.0.0.1')).toBe(false);
});

test('addresses, ranges and names believe these, however they are written', () => {
  const value = 'loopback, 10.1.0.0/16,2001:db8::1';
  const known = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.9.9',
    '10.1.9.9:4711',
    '2001:db8:0::1',
    '[2001:db8::1]:80',
  ];
  expect(known.filter((address) => !believes(value, address))).toEqual([]);
  const unknown = ['10.2.0.1', '2001:db8::2', '192.0.2.7', 'unknown', '', '127.0.0.1.example'];
  expect(unknown.filter((address) => believes(value, address))).toEqual([]);
});

test.each([
  'true',
  'yes',
  '*',
  '11',
  '-1',
  '1.5',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/',
  'proxy.example',
  '',
])('“%s” is refused: it is no proxy, or everybody', (value) => {
  expect(readTrustedProxies(value)).toBeNull();
});
