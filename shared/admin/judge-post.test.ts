import { expect, test } from 'vitest';
import { createApiClient } from '#shared/api-client/client.ts';
import { newPostValues } from '#shared/workspace/post-values.ts';
import { redFindings } from './judge-post.ts';

const red = { check: 'forbidden-claim', level: 'red', says: '“x” is a claim that is not to be made.', place: null };
const yellow = { check: 'avoided-word', level: 'yellow', says: '“y” is a word to avoid.', place: null };
const values = { ...newPostValues, title: 'A title', content: 'A text', categoryId: 6 };

/** The judge's answer, and what it was asked. */
function judge(answer: () => Response | Promise<Response>) {
  const asked: { path: string; body: unknown }[] = [];
  const api = createApiClient({
    fetch(path, init) {
      asked.push({ path, body: JSON.parse(String(init.body)) });
      return Promise.resolve(answer());
    },
  });
  return { api, asked };
}

test('only what is red stands against publishing, judged by the codex of the category that is chosen', async () => {
  const { api, asked } = judge(() => Response.json({ findings: [red, yellow], related: [] }));
  expect(await redFindings(api, 7, values)).toEqual([red]);
  expect(asked).toMatchObject([
    { path: '/api/posts/7/judge', body: { title: 'A title', content: 'A text', categoryId: 6 } },
  ]);
});

test('without an answer of the server nothing stands against it', async () => {
  const refusal = () => Response.json({ code: 'content_too_complex', message: 'Too complex' }, { status: 422 });
  const broken = () => new Response('<html>', { status: 502 });
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  for (const answer of [refusal, broken, offline])
    expect(await redFindings(judge(answer).api, null, values)).toEqual([]);
});
