import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countKinds } from '#tests/exports/account-for.ts';
import { type ExportFolder, onlyPost, openExportFolder } from '#tests/exports/export-folder.ts';
import { makeGhostExport } from '#tests/exports/ghost-export-file.ts';
import { makeZip } from '#tests/exports/make-zip.ts';
import { openImportSite, picture } from '../import-fixture.ts';
import { openSource } from '../sources.ts';

let folder: ExportFolder;

beforeEach(() => {
  folder = openExportFolder();
});
afterEach(() => folder.close());

const post = (fields: object = {}) => ({
  id: 'p1',
  title: 'Tea',
  slug: 'tea',
  html: '<p>Hot.</p>',
  type: 'post',
  status: 'published',
  visibility: 'public',
  published_at: '2014-03-12T23:30:00.000Z',
  ...fields,
});
const json = (data: object) => JSON.stringify({ db: [{ meta: { version: '6.2.0' }, data }] });
const readOne = async (fields: object, tables: object = {}) => {
  folder.write('a.json', json({ posts: [post(fields)], ...tables }));
  return onlyPost(await folder.read('a.json'));
};

test('what not everybody could read comes in as a draft without addresses', async () => {
  expect(await readOne({ visibility: 'paid' })).toMatchObject({
    front: { draft: true },
    oldAddresses: [],
    notes: ['It was for paying members only: it comes in as a draft'],
  });
  expect((await readOne({ status: 'sent' })).notes).toEqual([
    'It was sent by e-mail only and stood on no page: it comes in as a draft',
  ]);
  const scheduled = await readOne({ status: 'scheduled', published_at: '2101-01-01 10:00:00' });
  expect(scheduled).toMatchObject({ front: { draft: false }, date: Date.UTC(2101, 0, 1, 10), oldAddresses: [] });
});

test('a post of 1901 keeps its day', async () => {
  const { date, front, oldAddresses } = await readOne({ published_at: '1901-03-12 23:30:00' });
  expect([date, front.draft, oldAddresses]).toEqual([Date.UTC(1901, 2, 12, 23, 30), false, ['/tea/']]);
});

test('the first tag is the category, internal tags are told, and all authors are named in their order', async () => {
  const { front, notes } = await readOne(
    {},
    {
      tags: [
        { id: 1, name: 'Leaf', slug: 'leaf' },
        { id: 2, name: 'Hot', slug: 'hot' },
        { id: 3, name: '#news', slug: 'hash-news', visibility: 'internal' },
      ],
      posts_tags: [
        { post_id: 'p1', tag_id: 1, sort_order: 1 },
        { post_id: 'p1', tag_id: 3, sort_order: 2 },
        { post_id: 'p1', tag_id: 2, sort_order: 0 },
      ],
      users: [
        { id: '1', name: 'Ada' },
        { id: '2', name: 'Grace' },
      ],
      posts_authors: [
        { post_id: 'p1', author_id: '1', sort_order: 1 },
        { post_id: 'p1', author_id: '2', sort_order: 0 },
      ],
    },
  );
  expect(front).toMatchObject({ category: 'Hot', tags: ['Hot', 'Leaf'], authors: ['Grace', 'Ada'] });
  expect(notes).toEqual(['Internal tags were left out: #news']);
});

test('addresses are those of the site’s routes and of the time where it was', async () => {
  const tables = {
    settings: [{ key: 'timezone', value: 'Europe/Berlin' }],
    tags: [{ id: 1, name: 'Hot', slug: 'hot' }],
    posts_tags: [{ post_id: 'p1', tag_id: 1, sort_order: 0 }],
  };
  const routes = (text: string) => folder.write('site/data/routes.yaml', text);
  const addresses = async () => {
    folder.write('site/data/a.json', json({ posts: [post()], ...tables }));
    const { posts, items } = await folder.read('site');
    return [
      ...(posts[0]?.oldAddresses ?? []),
      ...items.flatMap((item) => (item.kind === 'tag' ? item.oldAddresses : [])),
    ];
  };
  routes(
    'routes:\ncollections:\n  /:\n    permalink: /{year}/{month}/{day}/{slug}/\ntaxonomies:\n  tag: /topic/{slug}/\n',
  );
  expect(await addresses()).toEqual(['/2014/03/13/tea/', '/topic/hot/', '/topic/hot/rss/']);
  routes(
    'collections:\n  /cold/:\n    permalink: /cold/{slug}/\n    filter: tag:cold\n  /hot/:\n    permalink: /{primary_tag}/{slug}/\n    filter: primary_tag:hot\n',
  );
  expect(await addresses()).toEqual(['/hot/tea/', '/tag/hot/', '/tag/hot/rss/']);
  routes('collections: [');
  expect(await addresses()).toEqual(['/tea/', '/tag/hot/', '/tag/hot/rss/']);
});

test('redirects and lists of members beside the posts come in; a pattern is told', async () => {
  folder.write('site/a.json', json({ posts: [post()], members: [{ email: 'a@mail.example', subscribed: false }] }));
  folder.write(
    'site/redirects.json',
    JSON.stringify([
      { from: '/old/', to: '/tea/', permanent: true },
      { from: '^/a/(.*)$', to: '/b/$1' },
    ]),
  );
  folder.write('site/redirects.yaml', '301:\n  /x/: /y/\n302:\n  /z: https://other.example/\n');
  folder.write(
    'site/members.csv',
    'id,email,name,subscribed_to_emails,created_at\n1,b@mail.example,B,true,2020-01-01T00:00:00.000Z\n2,c@mail.example,,false,\n',
  );
  folder.write('site/other.csv', 'a,b\n1,2\n');
  const { items } = await folder.read('site');
  expect(items.filter(({ kind }) => kind === 'redirect')).toMatchObject([
    { from: '/old/', to: '/tea/', isPermanent: true },
    { from: '/x/', to: '/y/', isPermanent: true },
    { from: '/z', to: 'https://other.example/', isPermanent: false },
  ]);
  expect(items.filter(({ kind }) => kind === 'subscriber')).toMatchObject([
    { email: 'a@mail.example', isSubscribed: false },
    { email: 'b@mail.example', name: 'B', isSubscribed: true, since: Date.UTC(2020, 0, 1) },
    { email: 'c@mail.example', name: null, isSubscribed: false, since: null },
  ]);
  expect(countKinds(items)).toMatchObject({ redirect: 4, subscriber: 3 });
});

test('settings that readers saw are told; empty ones, and those of the program, are not', async () => {
  const settings = [
    { key: 'navigation', value: '[{"label":"Home","url":"/"}]' },
    { key: 'secondary_navigation', value: '[]' },
    { key: 'codeinjection_foot', value: '<script>count()</script>' },
    { key: 'codeinjection_head', value: null },
    { key: 'portal_plans', value: '["free"]' },
  ];
  folder.write('a.json', json({ posts: [post()], settings }));
  const { items } = await folder.read('a.json');
  expect(items).toMatchObject([
    { file: 'setting navigation', what: 'menu' },
    { file: 'setting codeinjection_foot', what: 'injected code' },
  ]);
});

test('of everything that Ghost 6 packs in one archive, members come in, and themes and figures are told', async () => {
  const theme = await makeZip({ 'package.json': '{"name":"source","version":"1.0.0"}', 'assets/a.png': 'a' });
  const zip = await makeZip({
    'members.csv': 'id,email,name,note,subscribed_to_emails,created_at\n1,a@mail.example,A,,true,\n',
    'post-analytics.csv': 'id,title,url,sends,opens\np1,Tea,/tea/,7,3\n',
    'export.json': json({ posts: [post()] }),
    'themes/source.zip': theme,
    'routes.yaml': 'collections:\n  /:\n    permalink: /blog/{slug}/\n',
    'redirects.yaml': '301:\n  /x/: /y/\n302: {}\n',
  });
  folder.write('whole.zip', zip);
  const { posts, items } = await folder.read('whole.zip');
  expect(posts).toMatchObject([{ oldAddresses: ['/blog/tea/'] }]);
  expect(countKinds(items)).toEqual({ subscriber: 1, table: 1, redirect: 1, theme: 1 });
  expect(items).toContainEqual(expect.objectContaining({ what: 'theme', file: 'themes/source.zip' }));
});

test('a site that Ghost itself has imported names pictures among its files; its times are those of SQLite', async () => {
  const address = '__GHOST_URL__/content/files/images/tea.jpg';
  const imported = post({
    ...{ lexical: '{"root":{}}', html: `<figure><img src="${address}" class="kg-image"></figure>`, auto_excerpt: null },
    ...{ feature_image: address, featured: 0, published_at: '2014-07-29 18:01:55', updated_at: '2014-07-29 18:01:55' },
  });
  folder.write('site/old-blog.ghost.json', json({ posts: [imported] }));
  for (const place of ['images/tea.jpg', 'files/images/tea.jpg', 'files/tea.pdf', 'media/tea.mp4'])
    folder.write(`site/content/${place}`, 'tea');
  const { posts, items } = await folder.read('site');
  expect(posts).toMatchObject([
    { date: Date.UTC(2014, 6, 29, 18, 1, 55), front: { image: '/content/files/images/tea.jpg' } },
  ]);
  expect(items.map((item) => [item.kind, item.file.replace(/^.*?content/, '')])).toEqual([
    ['picture', '/images/tea.jpg'],
    ['picture', '/files/images/tea.jpg'],
    ['left-out', '/files/tea.pdf'],
    ['left-out', '/media/tea.mp4'],
  ]);
});

test('exports of older versions, with numbers for ids and without their frame, are read', async () => {
  const older = {
    meta: { version: '000' },
    data: {
      posts: [post({ id: 7, page: 1, author_id: 1, published_at: 1394667000000 })],
      users: [{ id: 1, name: 'Ada', image: '/content/images/a.png' }],
    },
  };
  folder.write('a.json', `\ufeff${JSON.stringify(older)}`);
  const { posts, items } = await folder.read('a.json');
  expect(posts).toMatchObject([{ file: 'page tea', isPage: true, front: { authors: ['Ada'] }, date: 1394667000000 }]);
  expect(items).toMatchObject([{ kind: 'author', avatar: '/content/images/a.png' }]);
});

test('a damaged row costs itself, a damaged file is told with what is wrong', async () => {
  folder.write('a.json', json({ posts: [post(), { title: 7 }, post({ id: 'p2', slug: 'cups' })], tags: [{ id: 1 }] }));
  const { posts, unread, items } = await folder.read('a.json');
  expect(posts).toHaveLength(2);
  expect(unread).toMatchObject([{ file: 'post 2' }]);
  expect(items).toMatchObject([{ what: 'tag', why: 'Its row in the export cannot be read' }]);
  folder.write('a.json', json({ posts: [post()] }).slice(0, -10));
  await expect(folder.open('a.json')).rejects.toThrow('ends in the middle');
  folder.write('a.json', json({ posts: [post()] }).replace('"Tea"', 'Tea'));
  await expect(folder.open('a.json')).rejects.toThrow('The file is no JSON, or is damaged');
  folder.write('a.json', json({ posts: [] }));
  await expect(folder.open('a.json')).rejects.toThrow('holds no posts');
});

test('JSON of another program is no export of Ghost', async () => {
  folder.write('a.json', '{"name":"a","version":"1"}');
  await expect(folder.open('a.json')).rejects.toThrow('a.json cannot be imported');
});

test('the posts that Ghost itself makes in a new site are read: what they link to its form becomes words', async () => {
  const file = path.join(import.meta.dirname, 'fixtures/ghost-first-posts.json');
  folder.write('a.json', readFileSync(file));
  const { posts } = await folder.read('a.json');
  expect(posts.map(({ sourceSlug, isPage }) => [sourceSlug, isPage])).toEqual([
    ['coming-soon', false],
    ['about', true],
  ]);
  expect(posts[0]?.body).toMatch(/but you can subscribe in the meantime/);
  expect(posts[0]?.notes).toEqual(['Links that open the form to sign up became words']);
  expect(posts[1]?.body.match(/^### .*|^---$/gm)).toEqual([
    '### Access all areas',
    '### Fresh content, delivered',
    '### Meet people like you',
    '---',
    '### Start your own thing',
  ]);
});

test('an export with its pictures in one zip comes in with every one of them', async () => {
  const site = await openImportSite();
  try {
    const made = makeGhostExport(8);
    const png = await picture();
    const files = Object.fromEntries(made.pictures.map((name) => [`content/images/${name}`, png]));
    site.write('ghost.zip', await makeZip({ 'data/old.json': made.json, ...files }));
    const source = await openSource(path.join(site.root, 'ghost.zip'));
    const report = await site.import({ source });
    await source.close();
    expect(report).toMatchObject({ files: 8, created: 8, skipped: [], lostPictures: [] });
    expect((await site.posts()).every(({ content }) => content.includes('/uploads/'))).toBe(true);
  } finally {
    await site.close();
  }
});
