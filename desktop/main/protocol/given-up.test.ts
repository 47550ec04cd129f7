import { expect, test } from 'vitest';
import { withEnd } from './given-up.ts';

const request = new Request('https://blog.example/api/posts');

test('an answer that is called off ends what is under way at the server', async () => {
  const heard: { signal?: AbortSignal; isCancelled?: boolean } = {};
  const response = await withEnd(request, async (_request, signal) => {
    heard.signal = signal;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('word ')),
      cancel: () => {
        heard.isCancelled = true;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const reader = response?.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('word ');
  expect(heard.signal?.aborted).toBe(false);
  await reader?.cancel();
  expect(heard).toMatchObject({ isCancelled: true, signal: { aborted: true } });
});

test('an answer that is read to its end is as it was, and nothing is called off', async () => {
  let heard: AbortSignal | undefined;
  const response = await withEnd(request, async (_request, signal) => {
    heard = signal;
    return Response.json({ a: 1 }, { status: 201, statusText: 'Made' });
  });
  expect(response).toMatchObject({ status: 201, statusText: 'Made' });
  expect(response?.headers.get('content-type')).toBe('application/json');
  expect(await response?.json()).toEqual({ a: 1 });
  expect(heard?.aborted).toBe(false);
});

test('a body that breaks off breaks off for the page', async () => {
  const response = await withEnd(request, async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
    return new Response(body);
  });
  await expect(response?.text()).rejects.toThrow('cut');
});

test('an answer without a body, and no server, are handed on', async () => {
  const failed = Response.error();
  expect(await withEnd(request, async () => failed)).toBe(failed);
  expect(await withEnd(request, undefined)).toBeUndefined();
});
