import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { guardedConnection, type Reach, type RefusedReach, refusedReach } from './reach.ts';

const refuse = (why: RefusedReach) => new Error(why);

/** A name server that answers with these addresses, one after the other. */
function answering(...addresses: string[]): LookupFunction {
  return (_name, _options, callback) => callback(null, addresses.shift() ?? '', 4);
}

function looked(url: string, reach: Reach, lookup: LookupFunction): () => Promise<string> {
  const connection = guardedConnection(new URL(url), { reach, refuse, lookup });
  return () =>
    new Promise((resolve, reject) => {
      connection.lookup?.('a.example', {}, (error, address) => (error ? reject(error) : resolve(String(address))));
    });
}

test.each([
  ['10.0.0.1', 'private'],
  ['127.0.0.1', 'private'],
  ['::1', 'private'],
  ['fd12::1', 'private'],
  ['169.254.169.254', 'never'],
  ['::ffff:127.0.0.1', 'private'],
  ['::ffff:169.254.169.254', 'never'],
  ['fe80::1', 'never'],
  ['0.0.0.0', 'never'],
  ['fd00:ec2::254', 'never'],
  ['not an address', 'never'],
  ['93.184.216.34', null],
  ['2606:2800:220:1:248:1893:25c8:1946', null],
] as const)('%s from the Internet is %s', (address, why) => {
  expect(refusedReach('public', address, false)).toBe(why);
  expect(refusedReach('public', address, true)).toBe(why ?? 'plain');
  expect(refusedReach('local', address, false)).toBe(why === 'private' ? null : why);
});

test.each(['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://127.1/', 'https://[::1]/'])(
  '%s is seen for what it is',
  (url) => {
    expect(() => guardedConnection(new URL(url), { reach: 'public', refuse })).toThrow('private');
  },
);

test('a name that leads elsewhere the second time is refused the second time', async () => {
  const look = looked('https://a.example/', 'public', answering('93.184.216.34', '127.0.0.1', '169.254.169.254'));
  await expect(look()).resolves.toBe('93.184.216.34');
  await expect(look()).rejects.toThrow('private');
  await expect(look()).rejects.toThrow('never');
});

test('of several addresses one that is refused refuses all', async () => {
  const lookup: LookupFunction = (_name, _options, callback) =>
    callback(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]);
  await expect(looked('https://a.example/', 'public', lookup)()).rejects.toThrow('private');
});

test('where the operator allows it, a name may lead into the house, and no further', async () => {
  const look = looked('http://a.example/', 'local', answering('192.168.1.5', '169.254.169.254', '93.184.216.34'));
  await expect(look()).resolves.toBe('192.168.1.5');
  await expect(look()).rejects.toThrow('never');
  await expect(look()).rejects.toThrow('plain');
});
