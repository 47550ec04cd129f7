import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PostPage } from '#shared/contract/posts/post.ts';
import type { PostData, Shell } from '../page-data.ts';
import { StaticRouter } from '../router.tsx';
import { postData, postPage, shell, summary } from './page-fixtures.ts';
import { PostScreen } from './post.tsx';

function render(data: PostData, inShell: Shell = shell): string {
  return renderToStaticMarkup(
    <StaticRouter location={`/post/${data.slug}`}>
      <PostScreen data={data} shell={inShell} />
    </StaticRouter>,
  );
}

const withPost = (changes: Partial<PostPage>) =>
  postData({ post: { state: 'ready', value: { ...postPage, ...changes } } });
/**
 * The text that a reader sees: without tags, with white space as a browser shows it, and without what stands for
 * browsers without scripting.
 */
const textOf = (html: string) =>
  html
    .replace(/<noscript>.*?<\/noscript>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');

describe('the post page', () => {
  it('shows category, date, title, excerpt, author with bio, read time and views', () => {
    const text = textOf(render(postData()));
    for (const part of [
      'Home & Garden',
      'July 09, 2025',
      'A Table for Twelve',
      'What happens to a street when somebody carries a table outside.',
      'Mira Lindqvist',
      'Mira mends chairs and writes about streets.',
      '6 min read',
      '12,345 views',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('has its subtitle under the title, and nothing in its place where it has none', () => {
    expect(textOf(render(withPost({ subtitle: 'And <one> more' })))).toContain('Twelve And &lt;one&gt; more What');
    for (const subtitle of [null, '']) {
      expect(textOf(render(withPost({ subtitle })))).toContain('A Table for Twelve What happens');
    }
  });

  it('brings embeds to life for readers, and not for the owner nor at an address that is a secret', () => {
    expect(render(postData())).toContain('class="prose embeds"');
    expect(render(postData(), { ...shell, owner: true })).not.toContain('prose embeds');
    expect(render(postData({ isSecret: true }))).not.toContain('prose embeds');
  });

  it('has one h1, and says the date in UTC', () => {
    const html = render(withPost({ publishedAt: '2025-07-09T23:59:59.000Z' }));
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<time dateTime="2025-07-09T23:59:59.000Z"');
    expect(html).toContain('>July 09, 2025</time>');
  });

  it('says when its text was changed, from a day after its publication on', () => {
    expect(render(postData())).toContain('<time dateTime="2025-07-10T06:00:00.000Z"');
    expect(textOf(render(postData()))).toContain('July 09, 2025 Updated on July 10, 2025');
    for (const contentUpdatedAt of ['2025-07-10T05:59:59.999Z', '2025-07-01T00:00:00.000Z', null]) {
      expect(render(withPost({ contentUpdatedAt }))).not.toContain('Updated on');
    }
    expect(render(withPost({ publishedAt: null }))).not.toContain('Updated on');
  });

  it('counts one view as "1 view", and does not say of a post that nobody has read it', () => {
    expect(textOf(render(withPost({ views: 1 })))).toMatch(/6 min read · 1 view /);
    expect(textOf(render(withPost({ views: 0 })))).toMatch(/6 min read (?!·)/);
  });

  it('says first of all that readers cannot see it, where they cannot', () => {
    const html = render(postData({ notice: '<p>A draft</p>' }));
    expect(html.startsWith('<div><p>A draft</p></div><article')).toBe(true);
  });

  it('shows the body as it was made at save', () => {
    expect(render(postData())).toContain(`<div id="post-body" class="prose embeds" dir="auto">${postPage.html}</div>`);
  });

  it('offers sharing at the top and at the bottom', () => {
    const html = render(postData());
    expect(html.match(/aria-haspopup="dialog"/g)).toHaveLength(2);
    const [top, bottom] = [html.indexOf('aria-haspopup'), html.lastIndexOf('aria-haspopup')];
    expect(top).toBeLessThan(html.indexOf('post-body'));
    expect(bottom).toBeGreaterThan(html.indexOf('post-body'));
  });

  it('has plain links to the networks for readers without JavaScript', () => {
    const [, plain = ''] = /<noscript>(.*?)<\/noscript>/s.exec(render(postData())) ?? [];
    expect([...plain.matchAll(/href="https:\/\/([^/]+)\//g)].map(([, host]) => host)).toEqual([
      'www.facebook.com',
      'twitter.com',
      'www.linkedin.com',
    ]);
    expect(plain).toContain(encodeURIComponent('https://ninefold.test/post/a-table-for-twelve'));
  });

  it('lists its tags and names its author, each as the link to a page of their own', () => {
    const html = render(postData());
    expect(textOf(html)).toContain('Explore Related Topics');
    expect(html).toContain('href="/tag/slow-food"');
    expect(html).toContain('href="/tag/c-a"');
    expect(html.match(/<a[^>]*href="\/author\/mira-lindqvist"[^>]*>Mira Lindqvist<\/a>/g)).toHaveLength(2);
    expect(textOf(html)).toContain('#Slow food');
  });

  it('says nothing of topics when there are no tags', () => {
    expect(render(withPost({ tags: [], tagList: [] }))).not.toContain('Explore Related Topics');
  });

  it('lists its sections where there are enough, and says how many are not named', () => {
    const sections = ['Why & how', 'Ähren'].map((title) => ({ id: `text-${title}`, title }));
    const html = render(withPost({ contents: { sections, total: 1002 } }));
    expect(html).toContain('href="#text-Why%20%26%20how"');
    expect(textOf(html)).toContain('Contents Why & how Ähren and 1,000 more');
    expect(textOf(render(withPost({ contents: { sections, total: 2 } })))).not.toContain('more');
    expect(render(postData())).not.toContain('aria-label="Contents"');
  });

  it('says which part of its series it is, and leads to the others', () => {
    const parts = [
      { id: 6, slug: 'first', title: 'First', part: 1 },
      { id: postPage.id, slug: postPage.slug, title: postPage.title, part: 2 },
    ];
    const html = render(withPost({ series: { name: 'On Tables', part: 2, total: 2, parts } }));
    expect(textOf(html)).toContain('Part 2 of 2 in On Tables First A Table for Twelve');
    expect(html).toContain('<li value="1" dir="auto"><a href="/post/first"');
    expect(html).toContain('<span aria-current="page">A Table for Twelve</span>');
    expect(render(postData())).not.toContain('Series:');
  });

  it('links to the posts before and after', () => {
    const html = render(postData());
    expect(html).toMatch(/rel="prev"[^>]*href="\/post\/the-post-before"|href="\/post\/the-post-before"[^>]*rel="prev"/);
    expect(html).toMatch(/rel="next"[^>]*href="\/post\/the-post-after"|href="\/post\/the-post-after"[^>]*rel="next"/);
    expect(textOf(html)).toContain('Previous in Home & Garden The Post Before');
    expect(textOf(html)).toContain('Next in Home & Garden');
    expect(render(withPost({ previous: null, next: null }))).not.toContain('Previous and next');
  });

  it('shows the Related Posts grid when there are any, and only then', () => {
    const related = [
      { ...summary, id: 8, slug: 'benches', title: 'Benches, Ranked' },
      { ...summary, id: 9, slug: 'ladles', title: 'The Borrowed Ladle' },
    ];
    const text = textOf(render(postData({ related: { state: 'ready', value: related } })));
    expect(text).toContain('Related Posts');
    expect(text).toContain('Benches, Ranked');
    expect(render(postData())).not.toContain('Related Posts');
    expect(render(postData({ related: { state: 'loading' } }))).not.toContain('Related Posts');
  });

  it('draws a picture of its own at once, in the right size, in its reserved room', () => {
    const html = render(
      withPost({
        featuredImage: '/uploads/table.jpg',
        image: { width: 1600, height: 900, srcset: '/uploads/table-640.webp 640w, /uploads/table-1280.webp 1280w' },
      }),
    );
    const [img = ''] = /<img[^>]*table\.jpg[^>]*>/.exec(html) ?? [];
    for (const attribute of [
      'srcSet="/uploads/table-640.webp 640w, /uploads/table-1280.webp 1280w"',
      'sizes="',
      'width="1600"',
      'height="900"',
      'loading="eager"',
      'fetchPriority="high"',
    ]) {
      expect(img).toContain(attribute);
    }
  });

  it('says of its picture what the owner says, else the title, and keeps its focal point in sight', () => {
    const featuredImage = 'https://example.org/table.jpg';
    expect(render(withPost({ featuredImage }))).toContain('alt="A Table for Twelve"');
    const html = render(withPost({ featuredImage, featuredImageAlt: 'Twelve chairs', featuredImageFocus: '50 30' }));
    expect(html).toMatch(/<img[^>]*alt="Twelve chairs"[^>]*class="[^"]*in-focus focus-x5 focus-y3"/);
    const listed = { ...summary, featuredImage, featuredImageAlt: 'Twelve chairs', featuredImageFocus: '50 30' };
    expect(render(postData({ related: { state: 'ready', value: [listed] } }))).toMatch(
      /<img[^>]*class="[^"]*in-focus focus-x5 focus-y3"[^>]*alt="Twelve chairs"/,
    );
  });

  it('reserves 16 by 9 for a picture of another site, whose size nobody knows', () => {
    const html = render(withPost({ featuredImage: 'https://example.org/table.jpg' }));
    expect(html).toMatch(/<img[^>]*example\.org\/table\.jpg[^>]*post-picture-remote/);
  });

  it('draws a picture of our own no larger than it is', () => {
    const image = { width: 255, height: 412, srcset: '/uploads/a-255.webp 255w' };
    expect(render(withPost({ featuredImage: '/uploads/a.jpg', image }))).toMatch(
      /<img[^>]*width="255" height="412"[^>]*>/,
    );
  });

  it('shows the first lines of an excerpt that is longer than an excerpt', () => {
    expect(render(withPost({ excerpt: 'x'.repeat(160) }))).not.toContain('post-excerpt-long');
    expect(render(withPost({ excerpt: 'x'.repeat(161) }))).toContain('post-excerpt-long');
  });

  it('the name of an author, and what is said of them, reads in its own direction', () => {
    const author = { ...postPage.author, name: 'ליאת', bio: 'כותבת.' };
    const html = render(withPost({ author }));
    expect(html.match(/<a[^>]*dir="auto"[^>]*>ליאת<\/a>/g)).toHaveLength(2);
    expect(html).toMatch(/<p dir="auto"[^>]*>כותבת\./);
    expect(render(postData({ related: { state: 'ready', value: [{ ...summary, author }] } }))).toContain(
      '<span dir="auto">ליאת</span>',
    );
  });

  it('has an Edit link for the owner and for nobody else', () => {
    expect(render(postData(), { ...shell, owner: true })).toContain('href="/admin?edit=7"');
    expect(render(postData())).not.toContain('/admin?edit');
  });

  it('says Draft instead of a date on what is not published', () => {
    const text = textOf(render(withPost({ published: false, publishedAt: null })));
    expect(text).toContain('Draft');
  });

  it('shows skeletons while the post is under way', () => {
    const html = render(postData({ post: { state: 'loading' } }));
    expect(html).toContain('aria-busy="true"');
    expect(html.match(/skeleton/g)?.length).toBeGreaterThan(6);
  });

  it('says so when there is no such post', () => {
    const text = textOf(render(postData({ post: { state: 'ready', value: null } })));
    expect(text).toContain('Post not found');
    expect(text).toContain("The blog post you're looking for doesn't exist.");
  });

  it('offers to try again when the post could not be fetched', () => {
    const text = textOf(render(postData({ post: { state: 'failed', message: 'Failed to fetch post' } })));
    expect(text).toContain('Failed to fetch post');
    expect(text).toContain('Try again');
  });

  it('escapes what an owner typed into title, excerpt and tags', () => {
    const evil = '"><script>alert(1)</script>';
    const html = render(
      withPost({
        title: evil,
        excerpt: evil,
        tagList: [{ id: 1, name: evil, slug: 'x' }],
        author: { ...postPage.author, name: evil, bio: evil },
      }),
    );
    expect(html).not.toContain('<script>');
  });
});
