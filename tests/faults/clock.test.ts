import { expect, onTestFinished, test } from 'vitest';
import { postValues } from '#server/repositories/blog-fixture.ts';
import { createTestApp } from '#server/test-app.ts';
import { anotherReader, ask } from '#server/test-call.ts';
import { countView, createPost, getMe, getPost, listPosts, updatePost } from '#shared/contract/index.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

test.each([
  ['ten years ahead', 10 * YEAR],
  ['ten years back', -10 * YEAR],
  ['a minute back', -60_000],
])('a clock that jumps %s stops nobody, and loses nothing when it is put right', async (_what, jump) => {
  const app = await createTestApp({ posts: [{ slug: 'before' }] });
  onTestFinished(() => app.close());
  const slugs = async () => (await ask(app.http, listPosts)).body.map(({ slug }) => slug);
  const write = async (slug: string) => {
    const cookie = await app.signIn();
    const { body } = await ask(app.http, createPost, { cookie, body: postValues({ slug, publishedAt: null }) });
    const changed = await ask(app.http, updatePost, {
      cookie,
      params: { id: body.id },
      body: { title: `${slug}, changed`, version: body.version },
    });
    expect(changed.body.version).toBe(body.version + 1);
    await ask(app.http, countView, { params: { id: body.id }, from: anotherReader() });
    expect((await app.http.inject(`/post/${slug}`)).statusCode).toBe(200);
    return body.id;
  };
  const early = await app.signIn();
  const first = await write('first');

  app.clock.advance(jump);
  const during = await write('during');
  expect(await slugs()).toContain('during');

  app.clock.advance(-jump);
  await app.services.views.flush();
  const last = await write('last');
  await app.services.views.flush();
  expect((await ask(app.http, getMe, { cookie: early })).body.id).toBe(1);
  const cookie = await app.signIn();
  for (const [slug, id] of Object.entries({ first, during, last })) {
    expect((await ask(app.http, getPost, { params: { slug }, cookie })).body).toMatchObject({
      id,
      title: `${slug}, changed`,
      views: 1,
    });
  }
  expect(await slugs()).toEqual(expect.arrayContaining(['before', 'first', 'last']));
});
