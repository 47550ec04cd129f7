import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertAuthor } from '#server/repositories/authors.ts';
import { DAY, makePost, NOW } from '#server/repositories/blog-fixture.ts';
import { insertImage } from '#server/repositories/images.ts';
import { softDeletePost } from '#server/repositories/posts/post-bin.ts';
import { setRedirect } from '#server/repositories/redirects.ts';
import { insertTag } from '#server/repositories/tags.ts';
import { unzip } from '#tests/unzip.ts';
import { type ImportSite, openImportSite, picture } from '../../import/import-fixture.ts';
import { exportGhost } from './export-ghost.ts';
import { ghostFile } from './ghost-shapes.ts';

let site: ImportSite;
beforeEach(async () => {
  site = await openImportSite();
});
afterEach(() => site.close());

async function storePicture(alt = ''): Promise<{ url: string; name: string; bytes: Buffer }> {
  const bytes = await picture('#112233');
  const stored = await site.pictures.store(bytes);
  await insertImage(site.db, stored, { now: NOW, alt });
  return { url: `/uploads/${stored.filename}`, name: stored.originalFilename, bytes };
}

async function exported({ hasPictures = true } = {}) {
  const out = new PassThrough();
  const whole = buffer(out);
  const clock = { now: () => NOW };
  const siteUrl = 'https://nine.example';
  const report = await exportGhost({ db: site.db, clock, files: site.pictures, out, siteUrl, hasPictures });
  const files = await unzip(await whole);
  const file = ghostFile.parse(JSON.parse(files.get('ghost.json')?.toString() ?? ''));
  return { report, files, ...file.db[0] };
}

test('posts, drafts and scheduled ones come as rows of Ghost’s, with their tags and authors; the bin does not', async () => {
  const ben = await insertAuthor(site.db, {
    name: 'Ben',
    email: 'ben@example.com',
    bio: 'b'.repeat(400),
    avatar: null,
  });
  await insertTag(site.db, 'Unused');
  const fields = { content: 'A **b** _c_', tags: ['Tea', 'Technology'], authorId: ben.id, metaTitle: 'For machines' };
  const tea = await makePost(site, { slug: 'a-tea', featured: true, ...fields });
  await makePost(site, { slug: 'b-draft', published: false, publishedAt: null, title: '', excerpt: '' });
  await makePost(site, { slug: 'c-later', publishedAt: new Date(NOW + DAY).toISOString() });
  await softDeletePost(site.db, (await makePost(site, { slug: 'd-binned' })).id, NOW);
  const { meta, data, report } = await exported();
  expect(meta).toEqual({ exported_on: NOW, version: '5.0.0' });
  expect(report).toEqual({ posts: 3, pictures: 0, missingPictures: [] });
  expect(data.posts.map(({ slug, status, featured }) => [slug, status, featured])).toEqual([
    ['a-tea', 'published', 1],
    ['b-draft', 'draft', 0],
    ['c-later', 'scheduled', 0],
  ]);
  expect(data.posts[0]).toMatchObject({
    html: '<p>A <strong>b</strong> <em>c</em></p>',
    lexical: null,
    mobiledoc: null,
  });
  expect(data.posts[1]).toMatchObject({ title: '(Untitled)', custom_excerpt: null, published_at: null });
  expect(data.posts_meta).toEqual([
    { post_id: String(tea.id), meta_title: 'For machines', meta_description: null, feature_image_alt: null },
  ]);
  // The category is the first tag, and is the same tag as the one that has its name.
  const names = new Map(data.tags.map(({ id, slug }) => [id, slug]));
  const ofTea = data.posts_tags.filter(({ post_id }) => post_id === String(tea.id));
  expect(ofTea.map(({ tag_id, sort_order }) => [names.get(tag_id), sort_order])).toEqual([
    ['technology', 0],
    ['tea', 1],
  ]);
  expect([...names.values()].sort()).toEqual(['lifestyle', 'tea', 'technology', 'unused']);
  const user = data.users.find(({ slug }) => slug === 'ben');
  expect(user).toMatchObject({
    email: 'ben@example.com',
    roles: ['Author'],
    bio: expect.stringMatching(/^b{125,249}…$/),
  });
  expect(data.posts_authors).toContainEqual({ post_id: String(tea.id), author_id: user?.id, sort_order: 0 });
});

test('pictures lie where Ghost looks for them, and posts name them there', async () => {
  const shown = await storePicture('A boat');
  await makePost(site, { featuredImage: shown.url, content: `![x](${shown.url})` });
  const { data, files, report } = await exported();
  expect(report).toMatchObject({ pictures: 1, missingPictures: [] });
  const place = `__GHOST_URL__/content/images/${shown.name}`;
  expect(data.posts[0]?.feature_image).toBe(place);
  expect(data.posts[0]?.html).toContain(`src="${place}"`);
  expect(data.posts_meta[0]?.feature_image_alt).toBe('A boat');
  expect(files.get(`content/images/${shown.name}`)?.equals(shown.bytes)).toBe(true);

  const alone = await exported({ hasPictures: false });
  expect(alone.data.posts[0]?.feature_image).toBe(`https://nine.example${shown.url}`);
  expect([...alone.files.keys()]).toEqual(['ghost.json', 'redirects.yaml']);
});

test('links between posts lead to them there, and old addresses are redirected to them', async () => {
  const { id } = await makePost(site, {
    slug: 'tea',
    content:
      '[a](/post/cup#hot) [b](https://nine.example/category/technology) [c](/contact) [d](https://x.org/post/y) [e](//x.org/a) [f](#g)',
  });
  await setRedirect(site.db, 'old.tea', id, NOW);
  const { data, files } = await exported();
  const links = [...(data.posts[0]?.html.matchAll(/href="([^"]*)"/g) ?? [])].map((match) => match[1]);
  expect(links).toEqual([
    '__GHOST_URL__/cup/#hot',
    '__GHOST_URL__/tag/technology/',
    'https://nine.example/contact',
    'https://x.org/post/y',
    'https://x.org/a',
    '#g',
  ]);
  const redirects = files.get('redirects.yaml')?.toString() ?? '';
  const former = redirects.indexOf(String.raw`"^/post/old\\.tea/?$": "/tea/"`);
  expect(former).toBeGreaterThan(0);
  // In Ghost, the first redirect that fits counts.
  expect(redirects.indexOf('"^/post/([^/]+)/?$": "/$1/"')).toBeGreaterThan(former);
});

test('what only our pages need is left out of the text', async () => {
  const content = [
    '## Head',
    '```js\nconst a = "<b>";\n```',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '| a | b |\n|--|--|\n| 1 | 2 |',
  ].join('\n\n');
  await makePost(site, { content });
  const html = (await exported()).data.posts[0]?.html ?? '';
  expect(html).not.toMatch(/heading-|table-scroll|hljs|tabindex|data-|srcset|video-card/);
  expect(html).toMatch(/<h2 id="head">Head<\/h2>/);
  expect(html).toContain('<pre><code class="language-js">const a = "&#x3C;b>";\n</code></pre>');
  expect(html).toContain('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"');
  expect(html).toMatch(/<table>[\s\S]*<td>2<\/td>[\s\S]*<\/table>/);
});

test('a title, slug or excerpt longer than Ghost holds is cut, not refused there', async () => {
  await makePost(site, { title: 'word '.repeat(60), slug: 's'.repeat(200), excerpt: 'word '.repeat(100) });
  const [post] = (await exported()).data.posts;
  expect(post?.title).toMatch(/^(word )*word…$/);
  expect(post?.slug).toHaveLength(191);
});
