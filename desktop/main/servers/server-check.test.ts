import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkServer } from './server-check.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function serving(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, { location: '/x' }).end(body));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const meta = { product: 'ninefold', version: '1', contract: 1, siteId: 's', siteUrl: 'http://x', siteName: 'Nine' };

test('a Ninefold server is known by its meta call', async () => {
  const url = await serving(200, JSON.stringify(meta));
  expect(await checkServer(url, fetch)).toEqual({ ok: true, meta, origin: url, warning: null });
});

test.each([
  ['another program', 200, '{"product":"ghost"}', /not a Ninefold server/],
  ['a page of HTML', 200, '<html>', /not a Ninefold server/],
  ['a redirect', 302, '', /No server answers/],
  ['a site whose id is a path', 200, JSON.stringify({ ...meta, siteId: '../x' }), /not a Ninefold server/],
  ['a newer server', 200, JSON.stringify({ ...meta, contract: 99 }), /Update the app/],
])('%s is refused with words', async (_what, status, body, message) => {
  const answer = await checkServer(await serving(status, body), fetch);
  expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(message) });
});

test.each(['', 'not an address', 'file:///etc/passwd', 'javascript:alert(1)', 'http://127.0.0.1:1'])(
  '%s is no server',
  async (address) => {
    expect(await checkServer(address, fetch)).toMatchObject({ ok: false });
  },
);

test('a gate in front of the server that wants a password of its own is told of', async () => {
  const server = createServer((_request, response) =>
    response.writeHead(401, { 'www-authenticate': 'Basic realm="private"' }).end('no'),
  );
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await checkServer(`http://127.0.0.1:${port}`, fetch)).toMatchObject({
    ok: false,
    message: expect.stringContaining('a name and password of its own'),
  });
});

test.each([
  ['net::ERR_TUNNEL_CONNECTION_FAILED', /proxy of this network/],
  ['net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED', /a certificate of yours/],
  ['net::ERR_CERT_AUTHORITY_INVALID', /not one this computer trusts/],
  ['net::ERR_NAME_NOT_RESOLVED', /No server answers/],
])('%s is told in plain words', async (fault, message) => {
  const failing = async () => {
    throw new Error(fault);
  };
  expect(await checkServer('https://blog.example', failing)).toMatchObject({ message: expect.stringMatching(message) });
});
