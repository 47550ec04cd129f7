import { expect, test } from 'vitest';
import { createDeviceKeys } from './device-keys.ts';

const devices = createDeviceKeys('a secret long enough to sign cookies with');

test('what was issued is known again, each its own', () => {
  const [one, two] = [devices.issue(7), devices.issue(7)];
  expect(devices.read(one)).toMatchObject({ adminId: 7 });
  expect(devices.read(one)?.id).not.toBe(devices.read(two)?.id);
});

test('what was not issued by this server is no device', () => {
  const key = devices.issue(7);
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
    other.issue(7),
  ]) {
    expect(devices.read(text)).toBeNull();
  }
});
