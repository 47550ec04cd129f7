import { describe, expect, test } from 'vitest';
import { signBody, signClient, sumOf, verifyBodySum, verifyClient } from './client-signature.ts';

const SECRET = 'a secret that readers and the writer have in common';
const NOW = Date.UTC(2025, 5, 1, 12);
const MINUTE = 60_000;
const asked = { method: 'POST', path: '/api/contact?x=1' };

describe('the client a reader names', () => {
  const header = signClient(SECRET, { ...asked, address: '2001:db8::7', now: NOW });
  const address = (changes: Partial<Parameters<typeof verifyClient>[1]> = {}, secret = SECRET) =>
    verifyClient(secret, { header, now: NOW, ...asked, ...changes });

  test('is believed for the request it was signed for', () => {
    expect(address()).toBe('2001:db8::7');
    const plain = signClient(SECRET, { ...asked, address: '203.0.113.9', now: NOW });
    expect(address({ header: plain })).toBe('203.0.113.9');
  });

  test('is believed five minutes before and after its time', () => {
    expect([-5 * MINUTE, 5 * MINUTE].map((off) => address({ now: NOW + off }))).toEqual(['2001:db8::7', '2001:db8::7']);
    expect([-6 * MINUTE, 6 * MINUTE, 1440 * MINUTE].map((off) => address({ now: NOW + off }))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('is not believed for another request, with another secret, or changed', () => {
    expect(address({ method: 'GET' })).toBeNull();
    expect(address({ path: '/api/contact?x=2' })).toBeNull();
    expect(address({}, `${SECRET}.`)).toBeNull();
    expect(address({ header: header.replace('::7', '::8') })).toBeNull();
    const [form, seconds, client, mac = ''] = header.split(';');
    expect(address({ header: [form, Number(seconds) + 1, client, mac].join(';') })).toBeNull();
    expect(
      address({ header: [form, seconds, client, mac.replace(/^./, (sign) => (sign === '0' ? '1' : '0'))].join(';') }),
    ).toBeNull();
  });

  test.each([
    undefined,
    '',
    'v1',
    'v2;1;::1;0',
    ['v1'],
    `v1;99999999999999999999;::1;${'0'.repeat(64)}`,
    `v1;${NOW / 1000};not-an-address;${'0'.repeat(64)}`,
    `v1;${NOW / 1000};999.1.1.1;${'0'.repeat(64)}`,
    `${header}, ${header}`,
    `v1;${NOW / 1000};1.1.1.1\nx;${'0'.repeat(64)}`,
  ])('is nobody where the header is %j', (given) => {
    expect(address({ header: given })).toBeNull();
  });
});

describe('a call of a reader’s own', () => {
  const body = Buffer.from('{"deliveries":[]}');
  const header = signBody(SECRET, { ...asked, body, now: NOW });
  const sum = (changes: Partial<Parameters<typeof verifyBodySum>[1]> = {}) =>
    verifyBodySum(SECRET, { header, now: NOW, ...asked, ...changes });

  test('names the sum of its body', () => {
    expect(sum()).toBe(sumOf(body));
    expect(sum({ path: '/api/other' })).toBeNull();
    expect(sum({ now: NOW + 6 * MINUTE })).toBeNull();
    expect(sum({ header: header.replace(sumOf(body), sumOf(Buffer.from('other'))) })).toBeNull();
  });

  test('is not signed by what signs a client, nor the other way round', () => {
    expect(sum({ header: signClient(SECRET, { ...asked, address: '::1', now: NOW }) })).toBeNull();
    expect(verifyClient(SECRET, { header, now: NOW, ...asked })).toBeNull();
  });
});
