import { afterEach, beforeEach, expect, test } from 'vitest';
import { listPathRedirects } from '#server/repositories/path-redirects.ts';
import { PAGE_SIZE } from '#server/site/site-data.ts';
import { type ExportFolder, openExportFolder } from '#tests/exports/export-folder.ts';
import { attachment, item, wxr } from '#tests/exports/wxr.ts';
import { markdown, picture } from '../import/import-fixture.ts';
import { type ImportsApp, openImportsApp, sourceOf, sourcePost } from './imports-fixture.ts';

let app: ImportsApp;
let folder: ExportFolder;
beforeEach(async () => {
  app = await openImportsApp();
  folder = openExportFolder();
});
afterEach(async () => {
  folder.close();
  await app.close();
});

/** The status and the target of an address, as a reader's browser gets them. */
const at = async (url: string) => {
  app.cache.invalidate();
  const { statusCode, headers } = await app.http.inject({ url, headers: { accept: 'text/html' } });
  return `${statusCode} ${headers.location ?? ''}`.trim();
};

test('a site of WordPress keeps the addresses of its pictures, of its archives and of further pages', async () => {
  const uploads = 'https://old.example/wp-content/uploads';
  const text = `<p>Hot.</p><img src="${uploads}/2014/03/pot-300x200.jpg"><img src="http://www.old.example/wp-content/uploads/2014/03/b.jpg">`;
  folder.write('site/old.xml', wxr(item({ id: 7, content: text }) + attachment(20, '2014/03/pot.jpg')));
  folder.write('site/wp-content/uploads/2014/03/pot.jpg', await picture('#112233'));
  folder.write('site/wp-content/uploads/2014/03/b.jpg', await picture('#445566'));
  app.lay(await folder.open('site'));
  const done = await app.run();
  expect(done.receipt).toMatchObject({ isComplete: true, addresses: { outcomes: { missing: 0 } } });
  const told = new Map((await app.addresses(done.id)).map(({ address, led }) => [address, led]));
  const pot = told.get('/wp-content/uploads/2014/03/pot.jpg') ?? '';
  expect(pot).toMatch(/^\/uploads\/[0-9a-f]{24}/);
  expect(told.get('/wp-content/uploads/2014/03/b.jpg')).toMatch(/^\/uploads\//);
  expect([told.get('/?attachment_id=20'), told.get('/page/2/')]).toEqual([pot, '/']);
  expect([told.get('/2014/'), told.get('/2014/03/'), told.get('/2014/03/12/')]).toEqual([
    '/archive/2014',
    '/archive/2014/03',
    '/archive/2014/03',
  ]);
  const answers = async () => ({
    size: await at('/wp-content/uploads/2014/03/pot-1024x768.jpg'),
    other: await at('/wp-content/uploads/2014/03/kettle-300x200.jpg'),
    page: await at('/2014/03/page/4/'),
    post: await at('/2014/03/tea-7/'),
    number: await at('/?p=7'),
  });
  expect(await answers()).toEqual({
    size: `301 ${pot}`,
    other: '404',
    page: '301 /archive/2014/03',
    post: '301 /post/tea-7',
    number: '301 /post/tea-7',
  });
  // A second run finds that all addresses are led already.
  app.lay(await folder.open('site'));
  const second = await app.run();
  expect(second.receipt).toMatchObject({ isComplete: true, addresses: done.receipt?.addresses ?? {} });
  expect((await app.undo(done.id)).undone?.stays).toEqual([]);
  expect(await listPathRedirects(app.database.db)).toEqual([]);
  expect(await answers()).toMatchObject({ size: '404', other: '404', post: '301 /2014/03/tea-7' });
});

test('a further page of a list leads to the list, wherever that is now, and no other address does', async () => {
  await app.post({ slug: 'tea', tags: ['Hot'] });
  await app.services.redirects.create({ path: '/thema/heiss', target: '/tag/hot', status: 301 });
  expect(await at('/tag/hot/page/2/')).toBe('301 /tag/hot');
  expect(await at('/thema/heiss/page/12')).toBe('301 /tag/hot');
  expect(await at('/page/2/')).toBe('301 /');
  expect(await at('/post/tea/page/2')).toBe('301 /post/tea');
  for (let number = 0; number < PAGE_SIZE; number += 1) await app.post({ slug: `tea-${number}`, tags: ['Hot'] });
  expect([await at('/tag/hot/page/2/'), await at('/tag/hot/page/30/')]).toEqual([
    '301 /tag/hot?page=2',
    '301 /tag/hot',
  ]);
  for (const path of ['/tag/none/page/2', '/about/page/2', '/api/posts/page/2', '/page/two', '/tag/hot/page/2/x'])
    expect(await at(path), path).toBe('404');
});

test('old addresses that led to one another lead to the end at once, whichever is noted first', async () => {
  const redirect = (from: string, to: string) =>
    ({ kind: 'redirect', file: `redirect ${from}`, from, to, isPermanent: true }) as const;
  const items = [redirect('/one/', '/two/'), redirect('/three/', '/two/'), redirect('/two/', '/tea/')];
  app.lay(sourceOf([sourcePost('tea')], items));
  const { receipt } = await app.run();
  expect(receipt).toMatchObject({ isComplete: true, addresses: { outcomes: { missing: 0 } } });
  for (const path of ['/one', '/two', '/three', '/tea']) expect(await at(path), path).toBe('301 /post/tea');
});

test('pictures of a Ghost site keep their addresses, its sizes with them', async () => {
  folder.write('tea.jpg', await picture());
  const file = { kind: 'file', path: `${folder.root}/tea.jpg`, size: 1000 } as const;
  const name = '/content/images/2014/03/tea.jpg';
  const entry = { kind: 'picture', file: name, address: name, title: null, alt: null, oldAddresses: [name] } as const;
  app.lay(sourceOf([sourcePost('tea')], [entry], { siteUrl: null, findPicture: async () => file }));
  const done = await app.run();
  const told = (await app.addresses(done.id)).find(({ address }) => address === name);
  expect(told).toMatchObject({ outcome: 'redirected', led: expect.stringMatching(/^\/uploads\//) });
  expect(await at('/content/images/size/w600/format/webp/2014/03/tea.jpg')).toBe(`301 ${told?.led}`);
});

test('a site of Jekyll or Hugo keeps the addresses its posts name, and those of pictures below /assets', async () => {
  folder.write(
    'site/_posts/2014-03-12-tea.md',
    markdown(
      'title: Tea\nredirect_from:\n- /2014/Tea/\n- /?p=7\npermalink: /:year/:title/',
      '![Pot](/assets/blog/pot.png)',
    ),
  );
  folder.write(
    'site/_posts/2014-03-13-cups.md',
    markdown('title: Cups\naliases: /old-cups\nurl: /writing/cups.html', 'Cups.'),
  );
  folder.write('site/assets/blog/pot.png', await picture('#112233'));
  app.lay(await folder.open('site'));
  const done = await app.run();
  expect(done.receipt).toMatchObject({ isComplete: true, addresses: { outcomes: { missing: 0, redirected: 5 } } });
  const pot = await at('/assets/blog/pot.png');
  expect(pot).toMatch(/^301 \/uploads\/[0-9a-f]{24}/);
  expect(await Promise.all(['/2014/Tea/', '/?p=7', '/old-cups', '/writing/cups.html'].map(at))).toEqual([
    '301 /post/tea',
    '301 /post/tea',
    '301 /post/cups',
    '301 /post/cups',
  ]);
  expect(await at('/assets/blog/none.png')).toBe('404');
});
