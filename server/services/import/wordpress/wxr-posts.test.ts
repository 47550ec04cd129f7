import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countKinds } from '#tests/exports/account-for.ts';
import { type ExportFolder, onlyPost, openExportFolder } from '#tests/exports/export-folder.ts';
import { attachment, item, wxr } from '#tests/exports/wxr.ts';

let folder: ExportFolder;

beforeEach(() => {
  folder = openExportFolder();
});
afterEach(() => folder.close());

const read = (items: string, head = '') => {
  folder.write('old.xml', wxr(items, { head }));
  return folder.read('old.xml');
};
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;

test('a post has the fields WordPress and its plugins keep, and every address its readers knew', async () => {
  const head = `<wp:author><wp:author_id>2</wp:author_id><wp:author_login>ada</wp:author_login><wp:author_display_name><![CDATA[Ada L.]]></wp:author_display_name></wp:author>
<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>hot</wp:category_nicename><wp:cat_name><![CDATA[Hot &amp; cold]]></wp:cat_name></wp:category>`;
  const more = `<dc:creator>ada</dc:creator><category domain="category" nicename="a"><![CDATA[Other]]></category>
<category domain="category" nicename="hot"><![CDATA[Hot &amp; cold]]></category><category domain="post_tag" nicename="t"><![CDATA[leaf]]></category>
${meta('_thumbnail_id', '20')}${meta('_yoast_wpseo_primary_category', '5')}${meta('_yoast_wpseo_title', '%%title%% %%sep%%')}${meta('rank_math_description', 'Found')}
<excerpt:encoded>Short</excerpt:encoded><wp:is_sticky>1</wp:is_sticky>`;
  const post = onlyPost(
    await read(
      item({ title: 'Tea &amp; <![CDATA[<em>cups</em>]]>', content: 'Words', more }) + attachment(20, 'a.jpg'),
      head,
    ),
  );
  expect(post).toMatchObject({
    file: 'post 7 (tea-7)',
    front: {
      title: 'Tea & <em>cups</em>',
      authors: ['Ada L.'],
      category: 'Hot & cold',
      tags: ['leaf', 'Other'],
      image: 'https://old.example/wp-content/uploads/a.jpg',
      metadescription: 'Found',
      excerpt: 'Short',
      draft: false,
      featured: true,
    },
    date: Date.UTC(2014, 2, 12, 9),
    sourceSlug: 'tea-7',
    isPage: false,
    oldAddresses: ['/2014/03/tea-7/', '/?p=7'],
    notes: ['It was in several categories; the others became tags: Other'],
  });
  expect(post.front.metatitle).toBeUndefined();
});

test('a post that is nothing but its title, or a form, comes in as a draft and says so', async () => {
  const { posts, unread } = await read(
    item({ id: 1, content: '' }) +
      item({ id: 2, content: '[contact-form-7 id="3"]' }) +
      item({ id: 3, status: 'draft', content: '' }),
  );
  expect(unread).toEqual([]);
  expect(posts.map(({ front, notes }) => [front.draft, notes])).toEqual([
    [true, ['It has no text: it comes in as a draft']],
    [
      true,
      ['Shortcodes that mean nothing here were left out: [contact-form-7]', 'It has no text: it comes in as a draft'],
    ],
    [true, []],
  ]);
});

test('what not everybody could read comes in as a draft, and what was thrown away does not', async () => {
  const locked = '<wp:post_password>secret</wp:post_password>';
  const { posts, items } = await read(
    ['private', 'pending', 'draft', 'future', 'trash', 'auto-draft']
      .map((status, index) => item({ id: index + 1, status }))
      .join('') +
      item({ id: 10, more: locked }) +
      item({ id: 11, type: 'page' }),
  );
  expect(posts.map(({ file, front, oldAddresses }) => [file.split(' ')[1], front.draft, oldAddresses?.length])).toEqual(
    [
      ['1', true, 0],
      ['2', true, 0],
      ['3', true, 0],
      ['4', false, 0],
      ['10', true, 2],
      ['11', false, 3],
    ],
  );
  expect(countKinds(items)).toEqual({ post: 2 });
});

test.each([
  ['1901-03-12 09:00:00', 'publish', Date.UTC(1901, 2, 12, 9), '/1901/03/'],
  ['2101-01-01 10:00:00', 'future', Date.UTC(2101, 0, 1, 10), undefined],
])('a post of %s keeps its day', async (day, status, time, month) => {
  const { date, front, archives } = onlyPost(await read(item({ status }).replace('2014-03-12 09:00:00', day)));
  expect([date, front.draft, archives?.find(({ period }) => period.length > 4)?.address]).toEqual([time, false, month]);
});

test('categories that lie in each other have addresses all the same', async () => {
  const category = (slug: string, parent: string) =>
    `<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${slug}</wp:cat_name></wp:category>`;
  const { items } = await read('', category('left', 'right') + category('right', 'left') + category('own', 'own'));
  expect(items.map((each) => 'oldAddresses' in each && each.oldAddresses[0])).toEqual([
    '/category/right/left/',
    '/category/left/right/',
    '/category/own/',
  ]);
});

test('comments, menus, revisions and what plugins made are told one by one', async () => {
  const comments = [1, 2]
    .map(
      (id) =>
        `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_content>Hi</wp:comment_content></wp:comment>`,
    )
    .join('');
  const { items } = await read(
    item({ more: comments }) +
      item({ id: 8, type: 'nav_menu_item' }) +
      item({ id: 9, type: 'revision' }) +
      item({ id: 10, type: 'recipe' }) +
      attachment(11, 'a.pdf'),
  );
  expect(countKinds(items)).toEqual({
    comment: 2,
    'menu item': 1,
    revision: 1,
    'entry of the type “recipe”': 1,
    file: 1,
  });
  expect(items[0]).toMatchObject({ file: 'comment 1 of post 7 (tea-7)', why: 'There are no comments here' });
});

test('several files are one source, in the order of their numbers, and what is in two comes once', async () => {
  folder.write('all/old.10.xml', wxr(item({ id: 3 }) + item({ id: 2 })));
  folder.write('all/old.9.xml', wxr(item({ id: 1 }) + item({ id: 2 })));
  folder.write('all/wp-content/uploads/2014/03/a.jpg', 'a picture');
  const { posts, items } = await folder.read('all');
  expect(posts.map(({ sourceSlug }) => sourceSlug)).toEqual(['tea-1', 'tea-2', 'tea-3']);
  expect(countKinds(items)).toEqual({ 'repeated entry': 1 });
  const source = await folder.open('all');
  const found = await source.findPicture('https://old.example/wp-content/uploads/2014/03/a-1024x768.jpg', 'post 1');
  expect(found).toMatchObject({ kind: 'file', path: path.join(folder.root, 'all/wp-content/uploads/2014/03/a.jpg') });
  await source.close();
});

test('a site in a folder has its addresses there', async () => {
  folder.write(
    'old.xml',
    wxr(item({ id: 7 }))
      .replaceAll('https://old.example<', 'https://old.example/blog<')
      .replaceAll('example/2014', 'example/blog/2014'),
  );
  const source = await folder.open('old.xml');
  expect(source.siteUrl).toBe('https://old.example/blog');
  expect(onlyPost(await folder.read('old.xml')).oldAddresses).toEqual(['/blog/2014/03/tea-7/', '/?p=7', '/blog/?p=7']);
  await source.close();
});
