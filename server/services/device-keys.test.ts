import { expect, test } from 'vitest';
import { createDeviceKeys } from './device-keys.ts';

const devices = createDeviceKeys('a secret long enough to sign cookies with');
const account = { id: 7, passwordHash: 'the hash of a password' };

test('what was issued is known again, each its own', () => {
  const [one, two] = [devices.issue(account), devices.issue(account)];
  expect(devices.read(one, account)).toMatch(/^[\w-]{24}$/);
  expect(devices.read(one, account)).not.toBe(devices.read(two, account));
});

test('with another password, of another account and of none it is no device', () => {
  const key = devices.issue(account);
  for (const other of [{ ...account, passwordHash: 'the hash of another' }, { ...account, id: 8 }, null]) {
    expect(devices.read(key, other)).toBeNull();
  }
});

test('what was not issued by this server is no device', () => {
  const key = devices.issue(account);
  const [adminId = '', id = '', signature = ''] = key.split('.');
  const other = createDeviceKeys('another secret, as long, for signing cookies');
  for (const text of [
    undefined,
    '',
    '.',
    `8.${id}.${signature}`,
    `${adminId}.${id}`,
    `${adminId}.${id}.`,
    `${adminId}.${id}.${'A'.repeat(43)}`,
    `${adminId}.${id}A.${signature}`,
    `0${adminId}.${id}.${signature}`,
    `${key} `,
    'x'.repeat(10_000),
    other.issue(account),
  ]) {
    expect(devices.read(text, account)).toBeNull();
  }
});
