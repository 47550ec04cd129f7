import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgePost } from '#shared/contract/judge.ts';
import { leadLinkOn, listLinkFaults, MOST_FAULTS } from '#shared/contract/links.ts';
import { listPostRevisions } from '#shared/contract/posts/post-revisions.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { deletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { createRedirect } from '#shared/contract/redirects.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp({
    posts: [
      { slug: 'tea', title: 'Tea', content: 'Of tea.', tags: ['Cups'] },
      { slug: 'draft', title: 'Not yet', content: 'Later.', published: false },
    ],
  });
  cookie = await app.signIn();
});
afterEach(() => app.close());

const faults = async () => (await ask(app.http, listLinkFaults, { cookie })).body;
const related = async (content: string, title = 'New', id = 0) =>
  (await ask(app.http, judgePost, { params: { id }, body: { title, content }, cookie })).body.related;
const rename = (slug: string) => ask(app.http, updatePost, { params: { id: 1 }, body: { slug }, cookie });
const text = async (id: number) => (await ask(app.http, getPostById, { params: { id }, cookie })).body.content;

describe('links within the site', () => {
  test('that lead where they say are no faults, and those to elsewhere are nobody’s here', async () => {
    const fine = [
      '/post/tea',
      '/post/tea/#part',
      '/post/tea.md',
      'http://site.test/post/tea?x=1',
      '/category/technology',
      '/tag/cups',
      '/author/ada-byron',
      '/about',
      '/',
      '/archive/2025',
      '/feed.xml',
      '/search?q=x',
      '#part',
      'https://elsewhere.example/post/none',
      'mailto:a@example.org',
    ];
    await app.post({ slug: 'fine', content: fine.map((address) => `[x](${address})`).join(' ') });
    expect(await faults()).toEqual({ faults: [], total: 0, posts: 3 });
  });

  test('that lead to nothing, to a draft or elsewhere are named with their post, their words and their address', async () => {
    await rename('green-tea');
    const content = [
      '[**Gone** & lost](/post/none)',
      '![A cup](/uploads/0123456789abcdef01234567.jpg)',
      '[draft](http://site.test/post/draft)',
      '<a href="/category/none">HTML</a>',
      '[renamed](/post/tea#part)',
      '[a year](/archive/2019) [a month](/archive/2025/13) [none](/archive/none)',
      '[old](/2019/05/old.html "Title")',
      '`[code](/post/in-code)`',
    ].join('\n\n');
    const id = await app.post({ slug: 'full', title: 'Full of links', content });
    await ask(app.http, createRedirect, { body: { path: '/2019/05/old.html', target: '/about', status: 301 }, cookie });
    const found = await faults();
    expect(found.faults.map(({ post, ...fault }) => [post.id, ...Object.values(fault)])).toEqual([
      [id, 'missing', 'Gone & lost', '/post/none', null],
      [id, 'missing', 'A cup', '/uploads/0123456789abcdef01234567.jpg', null],
      [id, 'unpublished', 'draft', 'http://site.test/post/draft', null],
      [id, 'missing', 'HTML', '/category/none', null],
      [id, 'redirected', 'renamed', '/post/tea#part', '/post/green-tea#part'],
      [id, 'missing', 'a year', '/archive/2019', null],
      [id, 'missing', 'a month', '/archive/2025/13', null],
      [id, 'missing', 'none', '/archive/none', null],
      [id, 'redirected', 'old', '/2019/05/old.html', '/about'],
    ]);
    expect(found.faults[0]?.post).toMatchObject({ title: 'Full of links', published: true });
  });

  test('in a draft may lead to a draft; what lies in the bin is not looked at', async () => {
    await app.post({ slug: 'other', content: '[x](/post/draft)', published: false });
    const id = await app.post({ slug: 'binned', content: '[x](/post/none)' });
    await ask(app.http, deletePost, { params: { id }, cookie });
    expect(await faults()).toEqual({ faults: [], total: 0, posts: 3 });
  });

  test('are counted beyond those that are named', async () => {
    const links = Array.from({ length: MOST_FAULTS + 20 }, (_, index) => `[x](/post/none-${index})`);
    await app.post({ slug: 'many', content: links.join('\n') });
    const found = await faults();
    expect([found.faults.length, found.total]).toEqual([MOST_FAULTS, MOST_FAULTS + 20]);
  });

  test('that are redirected are written anew where they stand, with a revision, and no other letter is touched', async () => {
    await rename('green-tea');
    const content =
      '[a](/post/tea) [b](</post/tea> "T") [c](/post/tea#part) [d][1] `/post/tea` /post/tea\n\n<a href="/post/tea/">e</a>\n\n[1]: /post/tea';
    const id = await app.post({ slug: 'linking', content });
    const body = { id, address: '/post/tea' };
    expect((await ask(app.http, leadLinkOn, { body, cookie })).body).toEqual({ changed: 4, to: '/post/green-tea' });
    expect(await text(id)).toBe(
      '[a](/post/green-tea) [b](/post/green-tea "T") [c](/post/tea#part) [d][1] `/post/tea` /post/tea\n\n<a href="/post/green-tea">e</a>\n\n[1]: /post/green-tea',
    );
    expect((await ask(app.http, listPostRevisions, { params: { id }, cookie })).body[0]?.content).toBe(content);
    await ask(app.http, leadLinkOn, { body: { id, address: '/post/tea#part' }, cookie });
    expect(await faults()).toMatchObject({ faults: [] });
    expect((await refused(app.http, leadLinkOn, { body, cookie })).code).toBe('not_found');
    expect((await refused(app.http, leadLinkOn, { body: { id, address: '/post/none' }, cookie })).code).toBe(
      'not_found',
    );
  });
});

describe('older posts on the same', () => {
  const about = (words: string) => `${words} `.repeat(4);
  const words = 'Which copper kettles whistle loudest?';

  test('are proposed, live ones alone, and never the post itself, nor what the text links already, nor for a word in common', async () => {
    await app.post({ slug: 'kettles', title: 'Kettles', content: about('copper kettles whistle when water boils') });
    await app.post({ slug: 'hidden', title: 'Kettles', content: about('copper kettles whistle'), published: false });
    await app.post({ slug: 'bikes', title: 'Bikes', content: about('bicycles roll on rubber tyres') });
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven']) {
      await app.post({ slug: name, title: name, content: about(`something ${name} when`) });
    }
    const found = await related(words);
    expect(found.map(({ slug, title }) => [slug, title])).toEqual([['kettles', 'Kettles']]);
    expect(await related(words, 'New', found[0]?.id)).toEqual([]);
    expect(await related(`${words} [See](/post/kettles)`)).toEqual([]);
    expect(await related('A kettle')).toEqual([]);
    expect(await related('')).toEqual([]);
    expect(await related('" OR 1=1 -- NEAR( *', '"')).toEqual([]);
  });
});
