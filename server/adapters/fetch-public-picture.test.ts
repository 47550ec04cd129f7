import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { createPictureFetcher } from './fetch-public-picture.ts';

/** Starts a server of pictures on this computer and returns its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const REFUSED = { reason: 'Its address is not on the public Internet.' };

test('a picture is fetched once, also behind a redirect', async () => {
  let asked = 0;
  const site = await serve((request, response) => {
    asked += 1;
    if (request.url === '/old.png') response.writeHead(302, { location: '/new/tea.png' }).end();
    else response.end('picture');
  });
  const fetchPicture = createPictureFetcher({ reach: 'local' });
  const [first, second] = await Promise.all([fetchPicture(`${site}/old.png`), fetchPicture(`${site}/old.png`)]);
  expect(first).toEqual({ bytes: Buffer.from('picture'), name: 'tea.png' });
  expect(second).toBe(first);
  expect(asked).toBe(2);
});

test.each([
  'http://127.0.0.1/a.png',
  'http://[::1]/a.png',
  'http://169.254.169.254/latest/meta-data',
  'http://2130706433/a.png',
  'http://0x7f000001/a.png',
  'http://10.0.0.1/a.png',
  'file:///etc/passwd',
  'gopher://a.example/a.png',
])('%s is never asked', async (address) => {
  expect(await createPictureFetcher()(address)).toEqual(REFUSED);
});

test('a name that leads inside is refused when the connection is made', async () => {
  const lookup: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '10.1.2.3', family: 4 }]);
  expect(await createPictureFetcher({ lookup })('https://pictures.example/a.png')).toEqual(REFUSED);
});

test('a redirect leads nowhere that could not be asked at once', async () => {
  const site = await serve((_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
  });
  expect(await createPictureFetcher({ reach: 'local' })(`${site}/a.png`)).toEqual(REFUSED);
});

test('what leads on and on, is refused, is too large or never comes is told', async () => {
  const site = await serve((request, response) => {
    if (request.url === '/round') response.writeHead(301, { location: '/round' }).end();
    if (request.url === '/gone') response.writeHead(404).end();
    if (request.url === '/large') response.end(Buffer.alloc(bodyLimits.picture + 1));
  });
  const fetchPicture = createPictureFetcher({ reach: 'local' });
  expect(await fetchPicture(`${site}/round`)).toEqual({ reason: 'Its address leads on and on.' });
  expect(await fetchPicture(`${site}/gone`)).toEqual({ reason: 'Its server answered 404.' });
  expect(await fetchPicture(`${site}/large`)).toEqual({ reason: 'A picture may have 10 MB at the most.' });
  const impatient = createPictureFetcher({ reach: 'local', within: 300 });
  expect(await impatient(`${site}/silence`)).toEqual({ reason: 'Its server did not answer in time.' });
});

test('an import fetches so many pictures and no more', async () => {
  const site = await serve((_request, response) => response.end('picture'));
  const fetchPicture = createPictureFetcher({ reach: 'local', most: 1 });
  expect(await fetchPicture(`${site}/a.png`)).toMatchObject({ name: 'a.png' });
  expect(await fetchPicture(`${site}/b.png`)).toEqual({ reason: 'An import fetches 1 pictures at the most.' });
});
