import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertImage } from '#server/repositories/images.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { judgePost } from '#shared/contract/judge.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { codexDocumentId, saveCodex, typeCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';
import { updateOf } from '../test-workspace.ts';
import { workspaceCalls } from '../test-workspace-calls.ts';

const paragraph =
  'A kettle that has stood on the same copper stove for years knows its owner, and whoever fills it in the dark finds the handle at once.';
let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp({
    posts: [
      { slug: 'tea', title: 'Tea', content: `Of tea.\n\n${paragraph}` },
      { slug: 'draft', title: 'Not yet', content: 'Later.', published: false },
    ],
  });
  cookie = await app.signIn();
});
afterEach(() => app.close());

const judge = async (body: BodyInput<typeof judgePost>, id = 0) =>
  (await ask(app.http, judgePost, { params: { id }, body, cookie })).body.findings;

test('of links within the site the dead ones are red, those to a draft are told, those to a post are not', async () => {
  const content = '[a](/post/none) [b](/post/draft) [c](/post/tea)';
  const found = await judge({ content });
  expect(found.filter(({ check }) => check.endsWith('link'))).toMatchObject([
    { check: 'dead-link', level: 'red', says: '“a” (/post/none) leads to nothing.', place: { start: 4, end: 14 } },
    { check: 'unseen-link', level: 'yellow' },
  ]);
});

test('a dead link is found at its place, whatever its shape', async () => {
  const shapes = [
    '/post/none',
    '/post/te',
    '/post/none?ref=home&page=2',
    '/post/none#part',
    '/post/none?a=1#part',
    '/post/none/',
    '/post/NONE',
    '/POST/none',
    '/category/../post/none',
    '/post/./none',
    '/post/none.md',
    '/post/n%C3%B6ne',
    '/post/nöne',
    '/category/none',
    '/tag/none',
    '/author/none',
    '/none.html',
    '/uploads/0123456789abcdef01234567.jpg',
    'http://site.test/post/none',
    'HTTP://SITE.TEST/post/none',
  ];
  const written = [
    (address: string) => `[dead](${address})`,
    (address: string) => `<a href="${address}">dead</a>`,
    (address: string) => `[dead](${address} "With a title")`,
  ];
  const missed: string[] = [];
  for (const [index, address] of shapes.entries()) {
    const link = written[index % written.length]?.(address);
    const content = `Of [tea](/post/tea), and [its pot](/post/tea#pot). \`${address}\`\n\n${link}`;
    const red = (await judge({ content })).filter(({ level }) => level === 'red');
    const places = red.map(({ check, place }) => `${check} ${place && content.slice(place.start, place.end)}`);
    const isThere = (red[0]?.place?.start ?? 0) > content.indexOf('\n');
    if (places.join() !== `dead-link ${address}` || !isThere) missed.push(`${address}: ${places.join()}`);
  }
  expect(missed).toEqual([]);
});

test('an address that leads elsewhere from every page is told as one that is none', async () => {
  for (const address of ['none', './none', '../post/none', 'none.html']) {
    const found = await judge({ content: `[dead](${address})` });
    expect(found).toContainEqual(expect.objectContaining({ check: 'malformed-link', level: 'yellow' }));
  }
});

test('a paragraph close to another post of ours is told, and no post is a copy of itself', async () => {
  const content = `Something else.\n\n${paragraph.replace('years', 'decades')}`;
  const copies = (await judge({ title: 'New', content })).filter(({ check }) => check === 'near-copy');
  expect(copies).toMatchObject([{ level: 'yellow', says: 'Almost the same paragraph stands in “Tea”.' }]);
  const id = await app.post({ slug: 'own', title: 'Own', content: 'Words of its own that stand nowhere else.' });
  expect((await judge({}, id)).filter(({ check }) => check === 'near-copy')).toEqual([]);
});

test('what is not given is judged as it is stored', async () => {
  const id = await app.post({ slug: 'left', title: 'Left over by somebody', content: 'Lorem ipsum of the kettle.' });
  expect(await judge({}, id)).toMatchObject([{ check: 'leftover', level: 'red' }, {}, {}]);
  expect((await judge({ content: 'Tea.' }, id)).filter(({ level }) => level === 'red')).toEqual([]);
});

test('what stands over the text is looked at like the text, and its field is named', async () => {
  const red = async (body: BodyInput<typeof judgePost>, id = 0) =>
    (await judge(body, id)).flatMap(({ level, field }) => (level === 'red' ? [field] : []));
  const id = await app.post({ slug: 'heads', title: 'What [Your Name] drinks', content: 'Tea.' });
  expect(await red({}, id)).toEqual(['title']);
  expect(await red({ title: 'What we drink', metaTitle: 'TODO', metaDescription: '{{name}}' }, id)).toEqual([
    'metaTitle',
    'metaDescription',
  ]);
  expect(await red({ title: 'What we drink', excerpt: 'Lorem ipsum dolor' }, id)).toEqual(['excerpt']);
});

test('a post that is not there, and a text too complex, are refused', async () => {
  const params = { id: 999 };
  expect((await refused(app.http, judgePost, { params, body: {}, cookie })).code).toBe('post_not_found');
  const content = '> '.repeat(2000);
  expect((await refused(app.http, judgePost, { params: { id: 0 }, body: { content }, cookie })).code).toBe(
    'content_too_complex',
  );
});

test('a post is judged by the codex of its category, the one it is stored in or the one that is given', async () => {
  const document = openDocument({ id: codexDocumentId(2), kind: 'codex' });
  typeCodex(document, { ...emptyCodex, forbiddenClaims: ['cures colds'], wordsToAvoid: ['synergy'] }, String);
  saveCodex(document, 'a', { at: 5, note: '' });
  const calls = workspaceCalls(
    () => app,
    () => cookie,
  );
  await calls.push(updateOf(document.id, document.encode(), 'codex'));
  const codexFindings = async (body: BodyInput<typeof judgePost>, id = 0) =>
    (await judge(body, id)).flatMap(({ check, level }) =>
      check === 'forbidden-claim' || check === 'avoided-word' ? [`${level} ${check}`] : [],
    );
  const content = 'This tea Cures Colds with synergy.';
  const all = ['red forbidden-claim', 'yellow avoided-word'];
  const id = await app.post({ slug: 'claims', title: 'Claims', content, categoryId: 2 });
  expect(await codexFindings({}, id)).toEqual(all);
  expect(await codexFindings({ categoryId: 3 }, id)).toEqual([]);
  expect(await codexFindings({ content, categoryId: 2 })).toEqual(all);
  expect(await codexFindings({ content, categoryId: 0 })).toEqual([]);
});

test('a picture without words is named as the owner knows it: by its own file name, else by its title', async () => {
  const stored = async (filename: string, words: { name?: string; title?: string }) => {
    const sizes = { width: 10, height: 10, size: 100, srcset: '' };
    const files = { filename, originalFilename: filename, shareFilename: filename };
    await insertImage(app.database.db, { ...sizes, ...files }, { now: 0, ...words });
    return `/uploads/${filename}`;
  };
  const named = await stored(`${'a'.repeat(24)}.jpg`, { name: 'Boat at dusk.JPG', title: 'A boat' });
  const titled = await stored(`${'b'.repeat(24)}.jpg`, { title: 'A made picture' });
  const nameless = await stored(`${'c'.repeat(24)}.jpg`, {});
  const foreign = `https://pictures.example.org/uploads/${'a'.repeat(24)}.jpg`;
  const content = [named, titled, nameless, foreign].map((url) => `![](${url})`).join('\n\n');
  const found = (await judge({ content })).filter(({ check }) => check === 'alternative-text');
  expect(found.map(({ says }) => says)).toEqual([
    'The picture Boat at dusk.JPG has no alternative text.',
    'The picture A made picture has no alternative text.',
    `The picture ${'c'.repeat(24)}.jpg has no alternative text.`,
    `The picture ${'a'.repeat(24)}.jpg has no alternative text.`,
  ]);
});
