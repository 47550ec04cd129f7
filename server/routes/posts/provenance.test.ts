import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPostRevisions, restorePostRevision } from '#shared/contract/posts/post-revisions.ts';
import { getPost, getPostById } from '#shared/contract/posts/posts.ts';
import { createPost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { updateSettings } from '#shared/contract/settings.ts';
import { noProvenance, type Provenance } from '#shared/kernel/provenance.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask, refused } from '../../test-call.ts';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const source = {
  model: 'm-1',
  run: 'run:1',
  step: 'draft-posts',
  promptVersion: 2,
  help: null,
  at: '2026-01-02T03:04:05.000Z',
};
const marking = (...ranges: [number, number][]): Provenance => ({
  sources: ranges.length > 0 ? [source] : [],
  ranges: ranges.map(([start, end]) => [start, end, 0] as const),
});

let made = 0;
async function postOf(content: string, provenance: Provenance) {
  made += 1;
  const body = {
    ...{ title: `Post ${made}`, slug: `post-${made}`, excerpt: 'E', content, provenance },
    ...{ categoryId: 1, readTime: 1, published: true },
  };
  return (await ask(app.http, createPost, { body, cookie })).body;
}
const change = async (id: number, body: object) =>
  (await ask(app.http, updatePost, { params: { id }, body, cookie })).body;

test('a save that does not say it keeps the marks of what stays, and marks nothing that is new', async () => {
  const { id } = await postOf('Mine.\n\nTheirs all along.\n\nMine again.', marking([7, 24]));
  const { provenance } = await change(id, { content: 'First.\n\nMine.\n\nTheirs all day along.\n\nMine again.' });
  // "Theirs all" and " along." are marked; " day" is not.
  expect(provenance).toEqual(marking([15, 25], [29, 36]));
  expect((await change(id, { title: 'Another title' })).provenance).toEqual(provenance);
  expect((await change(id, { content: 'All new.' })).provenance).toEqual(noProvenance);
});

test('what is said of a text is kept with its versions', async () => {
  const { id } = await postOf('Theirs.', marking([0, 7]));
  await change(id, { content: 'Mine.', provenance: noProvenance });
  const [revision] = (await ask(app.http, listPostRevisions, { params: { id }, cookie })).body;
  const params = { id, revisionId: revision?.id ?? 0 };
  const { body } = await ask(app.http, restorePostRevision, { params, cookie });
  expect(body).toMatchObject({ content: 'Theirs.', provenance: marking([0, 7]) });
});

test.each([
  ['beyond the text', { provenance: marking([0, 8]) }],
  ['behind one another', { provenance: marking([4, 7], [0, 3]) }],
  ['in one another', { provenance: marking([0, 5], [3, 7]) }],
  ['empty', { provenance: marking([3, 3]) }],
  ['of no source', { provenance: { sources: [], ranges: [[0, 3, 0]] } }],
])('ranges %s are refused, and nothing is changed', async (_, body) => {
  const { id, version } = await postOf('Theirs.', marking([0, 7]));
  expect(await refused(app.http, updatePost, { params: { id }, body, cookie })).toMatchObject({
    code: 'invalid_input',
  });
  expect((await ask(app.http, getPostById, { params: { id }, cookie })).body).toMatchObject({
    version,
    provenance: marking([0, 7]),
  });
});

test('readers learn nothing of it, and where the owner wants it that a model wrote in a post', async () => {
  const part = await postOf('Mine and theirs.', marking([9, 15]));
  const all = await postOf('Theirs.', marking([0, 7]));
  const none = await postOf('Mine.', noProvenance);
  const asReader = async (slug: string) => (await ask(app.http, getPost, { params: { slug } })).body;
  const page = async (slug: string) => (await app.http.inject(`/post/${slug}`)).body;
  for (const { slug } of [part, all, none]) {
    expect(await asReader(slug)).not.toHaveProperty('provenance');
    expect(await asReader(slug)).not.toHaveProperty('modelWords');
    expect(await page(slug)).not.toContain('written with AI');
  }
  await ask(app.http, updateSettings, { body: { modelNote: 'show' }, cookie });
  expect(await asReader(part.slug)).toMatchObject({ modelWords: 'part' });
  expect(await page(part.slug)).toContain('Parts of this text were written with AI.');
  expect(await page(part.slug)).toContain('https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource');
  expect(await page(all.slug)).toContain('This text was written with AI.');
  expect(await page(all.slug)).toContain('https://schema.org/TrainedAlgorithmicMediaDigitalSource');
  expect(await page(none.slug)).not.toContain('written with AI');
  expect(await page(part.slug)).not.toContain('m-1');
});

test('a row whose marks cannot be read is a post without marks', async () => {
  const { id } = await postOf('Theirs.', marking([0, 7]));
  await app.database.db
    .updateTable('blog_posts')
    .set({ provenance: '{"ranges": "all"' })
    .where('id', '=', id)
    .execute();
  expect((await ask(app.http, getPostById, { params: { id }, cookie })).body.provenance).toEqual(noProvenance);
});
