import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchPicture } from './fetch-answered-picture.ts';
import { isPublicAddress } from './public-address.ts';

let server: Server;
let origin: string;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/moved') response.writeHead(302, { location: '/picture' });
    if (request.url === '/large') response.end(Buffer.alloc(11 * 1024 * 1024));
    else response.end('bytes');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const { signal } = new AbortController();
const trusted = (path: string) => fetchPicture(origin + path, { signal, trustedOrigin: origin });

test.each(['8.8.8.8', '93.184.216.34', '2606:2800:220:1::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fc00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', 'name'],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  'http://example.com/a.png',
  'https://127.0.0.1/a.png',
  'https://[::1]/a.png',
  'https://[::ffff:127.0.0.1]/a.png',
  'https://2130706433/a.png',
  'https://0x7f.1/a.png',
  'https://user:secret@example.com/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'nonsense',
])('%s is not opened', async (address) => {
  await expect(fetchPicture(address, { signal, trustedOrigin: undefined })).rejects.toThrow(
    'an address we do not open',
  );
});

test('a name that leads inside is refused when the connection is made', async () => {
  const looked: string[] = [];
  const lookup: LookupFunction = (hostname, _options, callback) => {
    looked.push(hostname);
    callback(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ]);
  };
  const call = fetchPicture('https://pictures.example/a.png', { signal, trustedOrigin: undefined, lookup });
  await expect(call).rejects.toThrow('an address we do not open');
  expect(looked).toEqual(['pictures.example']);
});

test('the provider’s own origin may be anywhere, but sends nobody elsewhere', async () => {
  expect((await trusted('/picture')).toString()).toBe('bytes');
  asked.length = 0;
  await expect(trusted('/moved')).rejects.toThrow('could not be fetched');
  expect(asked).toEqual(['/moved']);
});

test('more than a picture may have is not read', async () => {
  await expect(trusted('/large')).rejects.toMatchObject({ code: 'picture_refused' });
});
