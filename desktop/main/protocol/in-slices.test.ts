import { expect, test } from 'vitest';
import { createAskServer } from './ask-server.ts';
import { inSlices } from './in-slices.ts';

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251);

test.each([0, 1, 64 * 1024, 200_000])('%i bytes are given in slices, each and once', async (length) => {
  const given = new Uint8Array(await new Response(inSlices(bytes(length))).arrayBuffer());
  expect(Buffer.compare(given, bytes(length))).toBe(0);
});

test('of an upload that is held here no more is told than the server has taken', async () => {
  const told: number[] = [];
  const sent: { body?: ReadableStream<Uint8Array> } = {};
  const ask = createAskServer({
    session: {
      async fetch(_address, { body }) {
        sent.body = body as ReadableStream<Uint8Array>;
        return new Response();
      },
    },
    onSent(id, length) {
      expect(id).toBe('one');
      told.push(length);
    },
  });
  const address = new URL('https://blog.example/api/images');
  const request = new Request(address, { method: 'POST', headers: { 'x-ninefold-upload': 'one' } });
  await ask({ request, address, sent: { body: bytes(1_000_000), headers: {} } }, request.signal);
  const taker = sent.body?.getReader();
  expect(told).toEqual([]);
  let taken = 0;
  for (;;) {
    const { done, value } = (await taker?.read()) ?? {};
    if (done) break;
    taken += value?.length ?? 0;
    expect(told.at(-1) ?? 0).toBeLessThanOrEqual(taken);
  }
  expect(taken).toBe(1_000_000);
  expect(told).toEqual([262_144, 524_288, 786_432, 1_000_000]);
});
